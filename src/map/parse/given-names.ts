const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const JAVASCRIPT = words(
  'Array Boolean Buffer Date Error Function JSON Map Math Number Object Promise Proxy RangeError Reflect RegExp Set String ' +
    'Symbol SyntaxError TypeError URL WeakMap WeakSet clearTimeout console document exports fetch module process require ' +
    'setImmediate setInterval setTimeout window',
);
const JAVA = words(
  'Boolean Byte Character Class Comparable Deprecated Double Enum Error Exception Float Integer Iterable Long Math Number ' +
    'Object Override Runnable RuntimeException Short String System Thread Throwable Void',
);
const CSHARP = words(
  'Action Array Attribute Boolean Console Convert DateTime DateTimeOffset Dictionary Enum Exception Func Guid Int32 Int64 ' +
    'List Math Nullable Object String Task TimeSpan Tuple Type Uri',
);

/**
 * By language: what it gives to every file, and what its core library is always used for. A definition of that name takes
 * its place only where it is imported, or where the type is named that it is a member of.
 */
export const GIVEN_NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['javascript', JAVASCRIPT],
  ['typescript', JAVASCRIPT],
  ['tsx', JAVASCRIPT],
  ['java', JAVA],
  ['groovy', JAVA],
  ['csharp', CSHARP],
  ['vb', CSHARP],
  [
    'kotlin',
    words(
      'Any Array Boolean Byte Char Collection Comparable Double Exception Float Int Iterable Lazy List Long Map MutableList ' +
        'MutableMap MutableSet Nothing Pair Result Sequence Set Short String Throwable Triple Unit',
    ),
  ],
  [
    'scala',
    words(
      'Any AnyRef AnyVal Array Boolean Byte Char Double Exception Float Int Iterable Iterator Long Nothing Null Short String ' +
        'Throwable Unit',
    ),
  ],
  ['dart', words('DateTime Duration Future Iterable List Map Object Set Stream String bool double int')],
  [
    'go',
    words(
      'any append bool byte cap clear close complex copy delete error float64 int int64 len make max min new panic print ' +
        'println real recover rune string uint8',
    ),
  ],
  [
    'lua',
    words(
      'assert coroutine debug error getmetatable io ipairs load loadstring math next os package pairs pcall print rawget ' +
        'rawset require select setmetatable string table tonumber tostring type unpack xpcall',
    ),
  ],
  [
    'python',
    words(
      'Exception KeyError RuntimeError TypeError ValueError abs all any bool bytearray bytes callable chr classmethod ' +
        'compile dict dir enumerate eval exec filter float format frozenset getattr hasattr hash help hex id input int ' +
        'isinstance issubclass iter len list locals map max min next object open ord pow print property range repr reversed ' +
        'round set setattr slice sorted staticmethod str sum super tuple type vars zip',
    ),
  ],
  [
    'ruby',
    words(
      'ArgumentError Array BasicObject Class Comparable Date DateTime Dir ENV Encoding Enumerable Enumerator Exception Fiber ' +
        'File FileUtils Float Hash IO Integer JSON Kernel Marshal Method Module Mutex Numeric Object Pathname Proc Process ' +
        'Random Range Regexp RuntimeError Set StandardError String StringIO Struct Symbol Tempfile Thread Time URI YAML',
    ),
  ],
  [
    'rust',
    words(
      'Arc AsMut AsRef Box Cell Clone Context Copy Cow Debug Default DoubleEndedIterator Drop Duration Eq Err Error ' +
        'ExactSizeIterator Extend File Fn FnMut FnOnce From Future Hash HashMap HashSet Instant Into IntoIterator Iterator ' +
        'Mutex None Ok Option Ord Ordering PartialEq PartialOrd Path PathBuf Pending Pin Poll Range Rc Read Ready RefCell Result RwLock ' +
        'Send Sized Some String Sync ToOwned ToString Vec Waker Write drop test',
    ),
  ],
]);
