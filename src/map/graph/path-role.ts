import type { FileRole, SourceTree } from '../model.ts';

const TEST_FOLDER =
  /(?:^|\/)(?:tests?|Tests|testing|__tests__|specs?|Specs|test[-_]?(?:[Ff]ixtures?|data|cases?|suites?|support|utils?|helpers?)|testscripts|fixtures?|__fixtures__|__mocks__|mocks|__snapshots__|snapshots|e2e|integration|acceptance|playgrounds?|fuzz|[A-Za-z][\w.-]*[-_.](?:[Tt]ests?|[Ss]pecs?|e2e|test(?:ing)?-support)|tests?[-_.][\w.-]*|[A-Za-z]\w*Tests?(?:Helpers?|Support|Utils?|Utilities)?|[A-Za-z][\w.-]*-testing-support|(?:android|common|js|jvm|native|unit|integration|functional)[Tt]ests?)\//;
const TEST_FILE =
  /(?:^|\/)(?:tests?[_-][^/]*|tests?(?:utils?|helpers?|support)?\.\w+|conftest\.py)$|[_.-](?:tests?|spec|specs|test-d|snap)\d*\.\w+$|[a-z0-9](?:Tests?|Spec|TestCase|TestBase|IT)\.(?:java|kt|kts|scala|groovy|cs|php|cpp|cc|swift|m|mm)$/;
/** In the layout of Maven and Gradle: below this a path spells a package, which may be called anything. */
const PACKAGE = /(?<=(?:^|\/)src\/(?:main|test|\w+(?:Main|Test))\/(?:java|kotlin|scala|groovy)\/).*\//;
/** `com/example` is a Java package in other layouts too. */
const EXAMPLE =
  /(?:^|(?<!(?:^|\/)(?:com|org|net|io))\/)(?:examples?|samples?|demos?|docs?|documentation|website|guides?|tutorials?|cookbook|sites?|benchmarks?|benchsuite|bench|benches|perf|microbench\w*)\//i;
/** Tooling where they lie at the top of a project; deeper a name like these is as good as any other. */
const TOOLING_FOLDER =
  /(?<=^|\/)(?:bin|[Ss]cripts?|[Tt]ools?|tasks?|hack|misc|maint|extra|contrib|support|sandbox|ci|[Bb]uild|buildSrc|build-logic|packaging|docker|cmake|release)\//g;
const TOOLING =
  /(?:^|\/)(?:\.[^/]+|ci|cmake)\/|(?:^|\/)(?:gulpfile|gruntfile|noxfile|fabfile|conanfile|CMakeLists|mix(?=\.exs)|meson(?=\.build)|rebar(?=\.config)|Package(?:@swift-[\d.]+)?(?=\.swift)|[\w.-]+\.config|[\w.-]+\.conf)\.\w+$|(?:^|\/)(?:[GB]?[Mm]akefile(?:\.(?:am|in))?|(?:Rake|Gem|Brew|Danger|Docker|Fast|Jenkins|Just|Pod|Vagrant)file|SConstruct|SConscript|wscript|(?:BUILD|WORKSPACE)(?:\.bazel)?|gradlew|mvnw|configure(?:\.(?:ac|in))?)$|\.(?:mk|m4|bat|cmd|cmake|gemspec|rake|bzl|gradle|gradle\.kts)$/i;
/** At the top of a project they build it; deeper they are modules about building or setting up. */
const TOOLING_AT_TOP = /(?<=^|\/)(?:setup|build)\.\w+$/i;
const FOREIGN =
  /(?:^|\/)(?:_?vendor|_?vendored|third[-_]?party|node_modules|bower_components|generated|__generated__|deno_dist|single_include|amalgamat\w+)\/|(?:\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.pyi?|\.g\.(?:cs|dart)|\.freezed\.dart|\.designer\.cs|\.generated\.\w+|_generated\.\w+|bindata\.go|zz_generated[^/]*|\.min\.js)$/i;

/** Folders in them hold other people's code at the top of a project, or where they are projects; else they are as any other. */
const OUTSIDE = /(?<=^|\/)(?:deps|externals?)\/(?=[^/]+\/)/g;

/** What stands at the top of a project: a manifest that declares one, or the licence that it is given under. */
const TOP_OF_PROJECT =
  /(?:^|\/)(?:package\.json|deno\.jsonc?|Cargo\.toml|go\.mod|pyproject\.toml|setup\.py|composer\.json|Gemfile|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|mix\.exs|Package\.swift|pubspec\.yaml|build\.zig|build\.sbt|dune-project|Project\.toml|[\w.-]+\.(?:gemspec|csproj|cabal|podspec)|(?:LICEN[CS]E|COPYING)(?:\.\w+)?)$/;

/** Folders in which a project begins, each with a slash after it; the top of the tree, '', is always one. */
export function projectRoots({ files, skipped }: Pick<SourceTree, 'files' | 'skipped'>): ReadonlySet<string> {
  const roots = new Set(['']);
  for (const list of [files, skipped]) {
    for (const { path } of list)
      if (TOP_OF_PROJECT.test(path)) roots.add(path.slice(0, path.lastIndexOf('/') + 1));
  }
  return roots;
}

/** The part that a file plays as its path tells it, and where projects begin. */
export function pathRole(path: string, roots: ReadonlySet<string>): FileRole {
  const place = path.replace(PACKAGE, '');
  if (FOREIGN.test(place) || isOutside(place, roots)) return 'foreign';
  if (TEST_FOLDER.test(place) || TEST_FILE.test(place)) return 'test';
  if (EXAMPLE.test(place)) return 'example';
  return TOOLING.test(place) || isToolingOfProject(place, roots) ? 'tooling' : 'source';
}

function isOutside(path: string, roots: ReadonlySet<string>): boolean {
  for (const { 0: folder, index } of path.matchAll(OUTSIDE)) {
    if (roots.has(path.slice(0, index))) return true;
    for (let end = index + folder.length; end > 0; end = path.indexOf('/', end) + 1)
      if (end > index + folder.length && roots.has(path.slice(0, end))) return true;
  }
  return false;
}

function isToolingOfProject(path: string, roots: ReadonlySet<string>): boolean {
  const file = TOOLING_AT_TOP.exec(path);
  if (file !== null && roots.has(path.slice(0, file.index))) return true;
  for (const { index } of path.matchAll(TOOLING_FOLDER)) if (roots.has(path.slice(0, index))) return true;
  return false;
}
