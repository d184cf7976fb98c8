import type { LexicalLanguage } from '../lexical-language.ts';
import {
  character,
  dashDash,
  doubledApostrophes,
  doubledQuotes,
  doubleQuoted,
  hash,
  longDoubleQuoted,
  singleQuoted,
  slashSlash,
  slashStar,
  tripleDoubleQuoted,
} from '../spans.ts';

const SQL_NAME =
  '(?:if\\s+not\\s+exists\\s+)?(?:["`[]?[\\w$]+["`\\]]?\\.){0,3}(?:["`[]([^"`\\]\\n]+)["`\\]]|([\\w$]+))';
const sqlCreate = (what: string) =>
  new RegExp(
    `^\\s*create\\s+(?:or\\s+(?:replace|alter)\\s+)?(?:(?:temp|temporary|unlogged|unique|global|local|external|virtual|materialized|recursive|definer\\s*=\\s*\\S+|editionable|force|clustered|nonclustered)\\s+)*(?:${what})\\s+${SQL_NAME}`,
    'i',
  );
/** How SQL Server's scripts define what is there already; elsewhere ALTER changes one thing about it. */
const sqlAlter = (what: string) =>
  new RegExp(
    `^\\s*alter\\s+(?:${what})\\s+${SQL_NAME}(?!.*(?:;|\\b(?:owner|rename|set|reset|depends|enable|disable)\\b))`,
    'i',
  );

const sql: LexicalLanguage = {
  name: 'sql',
  extensions: ['.sql', '.ddl', '.pgsql', '.plsql', '.pks', '.pkb', '.tsql', '.psql'],
  foldsCase: true,
  spans: [dashDash, slashStar, { ...hash, at: 'line' }, { ...doubledApostrophes, multiline: true }],
  keywords:
    'select from where and or not in is null insert into values update set delete create alter drop table view index function procedure trigger type schema sequence database primary key foreign references unique check default constraint on cascade join left right inner outer full cross group by order having limit offset union all distinct as case when then else end if exists begin declare return returns language plpgsql int integer bigint smallint serial bigserial varchar text char boolean bool date time timestamp timestamptz numeric decimal real double precision json jsonb uuid bytea with recursive over partition asc desc count sum min max avg coalesce cast like between true false replace add column loop for while exec execute grant revoke to public commit rollback transaction declare new old row each after before using temporary',
  definitions: [
    { kind: 'struct', pattern: sqlCreate('(?:foreign\\s+)?table'), raw: true },
    { kind: 'interface', pattern: sqlCreate('view'), raw: true },
    { kind: 'function', pattern: sqlCreate('function|procedure|proc|aggregate|macro'), raw: true },
    { kind: 'interface', pattern: sqlAlter('view'), raw: true },
    { kind: 'function', pattern: sqlAlter('function|procedure|proc'), raw: true },
    { kind: 'function', pattern: /^\s*(?:member\s+|static\s+)*(?:function|procedure)\s+(\w+)/i },
    { kind: 'method', pattern: sqlCreate('(?:constraint\\s+)?trigger'), raw: true },
    { kind: 'type', pattern: sqlCreate('type(?:\\s+body)?|domain'), raw: true },
    { kind: 'module', pattern: sqlCreate('schema|database|extension|package(?:\\s+body)?'), raw: true },
    {
      kind: 'constant',
      pattern: sqlCreate('index(?:\\s+concurrently)?|sequence|policy|role|synonym'),
      raw: true,
      flat: true,
    },
  ],
  imports: [{ pattern: /^\s*\\(?:i|ir|include)\s+(\S+)/ }],
  continues: /^\s*(?:begin|as|is|declare|returns|language|exception|\$\$)\b/i,
};

const protobuf: LexicalLanguage = {
  name: 'protobuf',
  extensions: ['.proto'],
  spans: [slashSlash, slashStar, doubleQuoted, singleQuoted],
  keywords:
    'syntax package import option message enum service rpc returns stream oneof map reserved extensions extend optional required repeated group public weak to max true false double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes google protobuf',
  definitions: [
    { kind: 'struct', pattern: /^\s*(?:export\s+|local\s+)?message\s+(\w+)/ },
    {
      kind: 'enum',
      pattern: /^\s*(?:export\s+|local\s+)?enum\s+(\w+)/,
      members: { kind: 'member', pattern: /[{;]\s*(\w+)\s*=\s*-?\w+/g },
    },
    { kind: 'interface', pattern: /^\s*service\s+(\w+)/ },
    { kind: 'method', pattern: /^\s*rpc\s+(\w+)/, flat: true },
    { kind: 'member', pattern: /^\s*(\w+)\s*=\s*-?(?:0x)?\w+/, inside: ['enum'], flat: true },
    {
      kind: 'property',
      pattern: /^\s*(?:(?:optional|required|repeated)\s+)?(?:map\s*<[^>]*>|[\w.]+)\s+(\w+)\s*=\s*\d+/,
      inside: ['struct'],
      flat: true,
    },
    // inside of `extend`
    {
      kind: 'property',
      pattern: /^\s+(?:(?:optional|repeated)\s+)?[\w.]+\s+(\w+)\s*=\s*\d+\s*[;[]/,
      inside: ['top'],
      flat: true,
    },
    { kind: 'property', pattern: /^\s*oneof\s+(\w+)/, inside: ['struct'], flat: true },
  ],
  imports: [{ pattern: /^\s*import\s+(?:public\s+|weak\s+|option\s+)?["']([^"']+)["']/ }],
  namespace: /^\s*package\s+([\w.]+)/,
};

const thrift: LexicalLanguage = {
  name: 'thrift',
  extensions: ['.thrift'],
  spans: [slashSlash, hash, slashStar, doubleQuoted, singleQuoted],
  keywords:
    'namespace include struct union exception enum service extends const typedef required optional throws void oneway bool byte i8 i16 i32 i64 double string binary list set map true false',
  definitions: [
    { kind: 'struct', pattern: /^\s*(?:struct|union|exception)\s+(\w+)/ },
    { kind: 'enum', pattern: /^\s*enum\s+(\w+)/ },
    { kind: 'interface', pattern: /^\s*service\s+(\w+)/ },
    { kind: 'type', pattern: /^\s*typedef\s+\S+(?:<[^>]*>)?(?:\s*\([^)]*\))?\s+(\w+)/, flat: true },
    { kind: 'constant', pattern: /^\s*const\s+\S+\s+(\w+)/, flat: true },
    {
      kind: 'method',
      pattern: /^\s*(?:oneway\s+)?[\w.]+(?:<[^>]*>)?\s+(\w+)\s*\(/,
      inside: ['interface'],
      flat: true,
    },
    {
      kind: 'property',
      pattern: /^\s*\d+\s*:\s*(?:required\s+|optional\s+)?[\w.]+(?:<[^=;]*>)?\s+(\w+)/,
      inside: ['struct'],
      flat: true,
    },
    { kind: 'member', pattern: /^\s*(\w+)\s*(?:=|,|$)/, inside: ['enum'], flat: true },
  ],
  imports: [{ pattern: /^\s*include\s+["']([^"']+)["']/ }],
};

const graphql: LexicalLanguage = {
  name: 'graphql',
  extensions: ['.graphql', '.gql', '.graphqls'],
  spans: [hash, tripleDoubleQuoted, doubleQuoted],
  keywords:
    'type interface union enum input scalar directive schema extend implements on fragment query mutation subscription repeatable true false null Int Float String Boolean ID',
  definitions: [
    { kind: 'class', pattern: /^\s*(?:extend\s+)?type\s+(\w+)/ },
    { kind: 'interface', pattern: /^\s*(?:extend\s+)?interface\s+(\w+)/ },
    { kind: 'struct', pattern: /^\s*(?:extend\s+)?input\s+(\w+)/ },
    { kind: 'enum', pattern: /^\s*(?:extend\s+)?enum\s+(\w+)/ },
    { kind: 'type', pattern: /^\s*(?:extend\s+)?(?:union|scalar)\s+(\w+)/, flat: true },
    { kind: 'macro', pattern: /^\s*directive\s+@(\w+)/, flat: true },
    { kind: 'function', pattern: /^\s*(?:query|mutation|subscription|fragment)\s+(\w+)/ },
    { kind: 'member', pattern: /^\s*(\w+)\s*(?:@.*)?$/, inside: ['enum'], flat: true },
    {
      kind: 'property',
      pattern: /^\s*(\w+)\s*(?:\([^)]*\)\s*)?:/,
      inside: ['class', 'interface', 'struct'],
      flat: true,
    },
    { kind: 'property', pattern: /^\s*(\w+)\s*\(\s*$/, inside: ['class', 'interface'] },
  ],
  imports: [{ pattern: /^\s*#\s*import\s+["']([^"']+)["']/ }],
};

const PKL_FUNCTION = /^\s*(?:(?:abstract|external|local|const)\s+)*function\s+(\w+)/;
/** With a type: without one it is given a value, which a base has declared. */
const PKL_PROPERTY = String.raw`(?:(?:abstract|external|local|const|fixed|hidden|open)\s+)*(\w+)\s*:\s`;

const pkl: LexicalLanguage = {
  name: 'pkl',
  extensions: ['.pkl'],
  spans: [slashSlash, slashStar, tripleDoubleQuoted, doubleQuoted],
  keywords:
    'abstract amends as class const else extends external false fixed for function hidden if import in is let local module new null open out outer read super this throw trace true typealias unknown when',
  definitions: [
    { kind: 'module', pattern: /^\s*(?:(?:abstract|open)\s+)*module\s+([\w.]+)/, flat: true },
    { kind: 'class', pattern: /^\s*(?:(?:abstract|open|external|local)\s+)*class\s+(\w+)/ },
    { kind: 'method', pattern: PKL_FUNCTION, inside: ['class'] },
    { kind: 'function', pattern: PKL_FUNCTION, inside: ['top'] },
    { kind: 'type', pattern: /^\s*(?:(?:external|local)\s+)*typealias\s+(\w+)/, flat: true },
    { kind: 'property', pattern: new RegExp(`^\\s+${PKL_PROPERTY}`), inside: ['class'] },
    { kind: 'property', pattern: new RegExp(`^${PKL_PROPERTY}`), inside: ['top'] },
  ],
  imports: [{ pattern: /^\s*(?:amends|extends|import)\s+"([^"]+)"/ }],
  leading: /^\s*@/,
  hidden: /^\s*(?:\w+\s+)*local\b/,
};

const prisma: LexicalLanguage = {
  name: 'prisma',
  extensions: ['.prisma'],
  spans: [slashSlash, doubleQuoted],
  keywords:
    'model enum type datasource generator view String Int Float Boolean DateTime Json Bytes Decimal BigInt id default unique relation map fields references env autoincrement now',
  definitions: [
    { kind: 'class', pattern: /^\s*(?:model|view|type)\s+(\w+)/ },
    { kind: 'enum', pattern: /^\s*enum\s+(\w+)/ },
    { kind: 'object', pattern: /^\s*(?:datasource|generator)\s+(\w+)/ },
    { kind: 'property', pattern: /^\s+(\w+)\s+[A-Za-z]\w*/, inside: ['class'], flat: true },
    { kind: 'member', pattern: /^\s+(\w+)\s*(?:@.*)?$/, inside: ['enum'], flat: true },
  ],
};

const hcl: LexicalLanguage = {
  name: 'hcl',
  extensions: ['.tf', '.hcl', '.tfvars', '.nomad', '.tofu'],
  identifiers: { joiners: '-' },
  spans: [
    hash,
    slashSlash,
    slashStar,
    { open: /<<-?([A-Za-z_]\w{0,60})/y, first: '<', close: 'heredoc' },
    { ...doubleQuoted, hole: ['${', '}'] },
  ],
  keywords:
    'resource data variable output module provider terraform locals for in if null true false each self count for_each depends_on lifecycle source version type default description value var local path required_providers string number bool list map set object any backend dynamic content',
  definitions: [
    { kind: 'class', pattern: /^\s*(?:resource|data|ephemeral)\s+"[^"]*"\s+"([^"]+)"/, raw: true },
    { kind: 'variable', pattern: /^\s*variable\s+"?([\w-]+)/, raw: true },
    { kind: 'property', pattern: /^\s*output\s+"?([\w-]+)/, raw: true },
    { kind: 'module', pattern: /^\s*module\s+"?([\w-]+)/, raw: true },
    {
      kind: 'object',
      pattern: /^\s*(?:provider|job|group|task|service|source|build|function|target)\s+"([^"]+)"/,
      raw: true,
    },
    { kind: 'object', pattern: /^(locals)\s*\{/ },
    { kind: 'constant', pattern: /^ {2}([\w-]+)\s*=/, inside: ['object'], flat: true },
  ],
  imports: [{ pattern: /^\s*source\s*=\s*"([^"]+)"/ }],
};

const bicep: LexicalLanguage = {
  name: 'bicep',
  extensions: ['.bicep', '.bicepparam'],
  spans: [
    slashSlash,
    slashStar,
    { open: "'''", close: "'''", multiline: true },
    { ...singleQuoted, hole: ['${', '}'] },
  ],
  keywords:
    'param var resource module output type func import extension provider using extends metadata targetScope existing assert test if for in as from with true false null none string int bool object array any',
  definitions: [
    { kind: 'variable', pattern: /^\s*(?:param|var)\s+(\w+)/ },
    { kind: 'class', pattern: /^\s*resource\s+(\w+)/ },
    { kind: 'module', pattern: /^\s*(?:module|test)\s+(\w+)/ },
    { kind: 'property', pattern: /^\s*output\s+(\w+)/ },
    { kind: 'type', pattern: /^\s*type\s+(\w+)/ },
    { kind: 'function', pattern: /^\s*func\s+(\w+)/ },
    { kind: 'constant', pattern: /^\s*(?:assert|metadata)\s+(\w+)\s*=/, flat: true },
  ],
  imports: [
    { pattern: /^\s*(?:module|test)\s+\w+\s+'([^']+)'/ },
    { pattern: /^\s*import\s+.*\bfrom\s+'([^']+)'/ },
    { pattern: /^\s*(?:using|extends)\s+'([^']+)'/ },
  ],
  leading: /^\s*@/,
};

const flatbuffers: LexicalLanguage = {
  name: 'flatbuffers',
  extensions: ['.fbs'],
  spans: [slashSlash, slashStar, doubleQuoted],
  keywords:
    'table struct enum union rpc_service namespace include native_include root_type file_identifier file_extension attribute bool byte ubyte short ushort int uint long ulong float double int8 uint8 int16 uint16 int32 uint32 int64 uint64 float32 float64 string true false null',
  definitions: [
    {
      kind: 'struct',
      pattern: /^\s*(?:table|struct)\s+(\w+)/,
      members: { kind: 'property', pattern: /[{;]\s*(\w+)\s*:/g },
    },
    {
      kind: 'enum',
      pattern: /^\s*enum\s+(\w+)/,
      members: { kind: 'member', pattern: /[{,]\s*(\w+)\s*(?=[,=}])/g },
    },
    { kind: 'type', pattern: /^\s*union\s+(\w+)/ },
    { kind: 'interface', pattern: /^\s*rpc_service\s+(\w+)/ },
    { kind: 'method', pattern: /^\s*(\w+)\s*\(/, inside: ['interface'], flat: true },
    { kind: 'property', pattern: /^\s*(\w+)\s*:/, inside: ['struct'], flat: true },
    { kind: 'member', pattern: /^\s*(\w+)\s*(?:=|,|$)/, inside: ['enum'], flat: true },
  ],
  imports: [{ pattern: /^\s*(?:native_)?include\s+"([^"]+)"/ }],
  namespace: /^\s*namespace\s+([\w.]+)/,
};

const scss: LexicalLanguage = {
  name: 'scss',
  extensions: ['.scss', '.sass', '.less', '.styl'],
  identifiers: { joiners: '-' },
  spans: [
    { ...slashSlash, after: /(?:^|[^:])$/ },
    slashStar,
    { ...doubleQuoted, hole: ['#{', '}'] },
    { ...singleQuoted, hole: ['#{', '}'] },
  ],
  keywords:
    'include mixin function return if else each for while use forward import extend media and or not from through in to as with default important auto none inherit px em rem solid block flex grid absolute relative color background border margin padding width height display font-size position top left right bottom transparent center hover before after',
  definitions: [
    { kind: 'function', pattern: /^\s*@function\s+([\w-]+)/ },
    { kind: 'macro', pattern: /^\s*@mixin\s+([\w-]+)/ },
    { kind: 'macro', pattern: /^\s*=([\w-]+)(?:\(|\s*$)/ },
    { kind: 'macro', pattern: /^\s*\.([\w-]+)\s*\([^)]*\)\s*(?:when\b.*)?\{/ },
    { kind: 'class', pattern: /^\s*%([\w-]+)/ },
    { kind: 'variable', pattern: /^\$([\w-]+)\s*:/, flat: true },
    {
      kind: 'variable',
      pattern:
        /^@(?!(?:media|import|include|mixin|function|if|else|return|use|forward|extend|font-face|keyframes|charset|supports|plugin|page|layer|namespace)\b)([\w-]+)\s*:/,
      flat: true,
    },
    { kind: 'constant', pattern: /^\s*@(?:-\w+-)?keyframes\s+([\w-]+)/ },
  ],
  imports: [{ pattern: /^\s*@(?:use|forward|import)\s+(?:\([^)]*\)\s*)?(?:url\()?["']([^"']+)["']/ }],
  hidden: /^\s*[$@%]?[-_]/,
};

const jsonnet: LexicalLanguage = {
  name: 'jsonnet',
  extensions: ['.jsonnet', '.libsonnet'],
  spans: [
    slashSlash,
    hash,
    slashStar,
    { open: /\|\|\|-?[^\S\n]*\n/y, first: '|', close: '|||', multiline: true },
    longDoubleQuoted,
    { ...singleQuoted, multiline: true },
  ],
  keywords:
    'local function import importstr if then else for in self super null true false error assert tailstrict std',
  definitions: [
    { kind: 'function', pattern: /^\s*(?:local\s+)?(\w+)\([^)]*\)\s*(?:::?:?|=)/ },
    { kind: 'variable', pattern: /^local\s+(\w+)\s*=/, flat: true },
    { kind: 'property', pattern: /^\s{0,4}(\w+)\s*\+?::?:?\s/ },
  ],
  imports: [{ pattern: /\bimport(?:str|bin)?\s+["']([^"']+)["']/ }],
};

const rego: LexicalLanguage = {
  name: 'rego',
  extensions: ['.rego'],
  spans: [hash, doubleQuoted, { open: '`', close: '`', multiline: true }],
  keywords: 'package import default not with as some every in if else contains true false null input data',
  definitions: [
    {
      kind: 'function',
      pattern: /^(?!(?:package|import|default|else)\b)([a-z_]\w*)\s*(?:\(|\[|:?=|\{|contains\b|if\b)/,
    },
  ],
  imports: [{ pattern: /^\s*import\s+([\w.]+)/ }],
  namespace: /^\s*package\s+([\w.]+)/,
};

const cue: LexicalLanguage = {
  name: 'cue',
  extensions: ['.cue'],
  spans: [slashSlash, tripleDoubleQuoted, doubleQuoted],
  keywords: 'package import let for in if true false null string int float bool bytes number',
  definitions: [
    { kind: 'type', pattern: /^\s*(?:"?)(#\w+)"?[?!]?\s*:/ },
    // `a: b: c: {` is about c.
    { kind: 'property', pattern: /^(?:[\w-]+\s*:\s+)*([\w-]+)\s*:\s+(?::\s+)*\{\s*$/ },
    { kind: 'property', pattern: /^(\w+)\s*:/ },
    { kind: 'property', pattern: /^\s+(\w+)[?!]?\s*:/, inside: ['type'] },
  ],
  imports: [{ pattern: /^\s*import\s+(?:\w+\s+)?"([^"]+)"/ }],
  namespace: /^\s*package\s+(\w+)/,
};

const jq: LexicalLanguage = {
  name: 'jq',
  extensions: ['.jq'],
  interpreters: ['jq', 'gojq'],
  spans: [hash, { ...longDoubleQuoted, hole: ['\\(', ')'], escape: 'none' }],
  keywords:
    'def if then elif else end as reduce foreach try catch label import include and or not empty error true false null length keys values map select',
  definitions: [{ kind: 'function', pattern: /^\s*def\s+(\w+)/ }],
  imports: [{ pattern: /^\s*(?:import|include)\s+"([^"]+)"/ }],
};

const yacc: LexicalLanguage = {
  name: 'yacc',
  extensions: ['.y', '.yy', '.ypp'],
  spans: [slashSlash, slashStar, doubleQuoted, character],
  keywords:
    'token type left right nonassoc start union struct int char void const static return if else for while switch case break default enum define include prec empty YYERROR',
  definitions: [
    { kind: 'macro', pattern: /^\s*#\s*define\s+(\w+)/, flat: true },
    { kind: 'struct', pattern: /^\s*(?:typedef\s+)?struct\s+(\w+)\s*\{/ },
    { kind: 'constant', pattern: /^%token\s+(?:<\w+>\s*)?([A-Za-z_]\w*)/, flat: true },
    {
      kind: 'function',
      pattern:
        /^(?:static\s+|const\s+|inline\s+|unsigned\s+|struct\s+)*\w+(?:\s+|\s*\*+\s*)(?!if\b)(\w+)\s*\([^;]*$/,
    },
    { kind: 'function', pattern: /^(?!(?:case|default|else)\b)([A-Za-z_]\w*)\s*\([^;=]*\)?\s*\{?\s*$/ },
    { kind: 'type', pattern: /^([A-Za-z_][\w.]*)\s*(?:\[\w+\]\s*)?:(?!:)/ },
  ],
  imports: [{ pattern: /^\s*#\s*include\s+[<"]([^>"]+)/ }],
  // Rules are used in their grammar only; the C around calls other things `statement` and `list`.
  hidden: /^[A-Za-z_][\w.]*\s*(?:\[\w+\]\s*)?:(?!:)/,
  continues: /^\s*[|;]/,
  aside: /^\s*#/,
};

const ebnf: LexicalLanguage = {
  name: 'antlr',
  extensions: ['.g4', '.g', '.pest', '.peg', '.pegjs', '.lark'],
  spans: [slashSlash, slashStar, doubledQuotes, singleQuoted],
  keywords:
    'grammar lexer parser options import fragment returns locals channel skip EOF mode header members',
  definitions: [
    { kind: 'module', pattern: /^\s*(?:lexer\s+|parser\s+)?grammar\s+(\w+)/, flat: true },
    // Inside of a rule or of options, `x = y` is no rule.
    {
      kind: 'function',
      pattern: /^\s*(?:fragment\s+)?(\w+)\s*(?:"[^"]*"\s*)?:(?!:)/,
      inside: ['top'],
    },
    { kind: 'function', pattern: /^(\w+)\s*(?:"[^"]*"\s*)?(?:=(?!=)|<-)/ },
    {
      kind: 'function',
      pattern:
        /^(?!(?:options|tokens|channels|catch|finally|locals|returns)\s*$)([A-Za-z]\w*)\s*(?:(?:returns|options|locals)\b.*|\[[^\]]*\]\s*)?$/,
    },
  ],
  imports: [{ pattern: /^\s*import\s+(\w+)/ }],
  continues: /^\s*[:;|]/,
};

export const dataLanguages: readonly LexicalLanguage[] = [
  sql,
  protobuf,
  thrift,
  graphql,
  pkl,
  prisma,
  hcl,
  bicep,
  flatbuffers,
  scss,
  jsonnet,
  rego,
  cue,
  jq,
  yacc,
  ebnf,
];
