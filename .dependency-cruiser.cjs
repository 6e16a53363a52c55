// The walls: what each folder may import. A folder that is not listed here may not exist.
const { dependencies } = require('./package.json');

/** Facts, types and rules of text that everybody may load, and beside them the schemas, which bring zod. */
const contract = '^contract/';
const facts = '^contract/[^/]+$';
/** What the hub says, worded for a reader; `hub-error` brings the schemas of errors. */
const words = '^words/';
const wordsAlone = '^words/(?!hub-error)';
/** What scopes are called where a page asks for them. */
const pageScopeWords = '^words/((en|de)/)?page-scopes\\.ts$';
/** Why the hub did not do what a page of the companion's own asked for: the words of those families alone, and no more of ours go into the extension. */
const refusedActWords = '^words/(reason|de/(browsers|chat|requests|sites))\\.ts$';
const framing = '^native-host/framing/';
const relay = '^native-host/relay/';
const wires = '^native-host/(dialects|endpoints|manifests)/';
/** The few files of the core that a shell may know. */
const coreEntry =
  '^electron/core/(hub|gateway-hub|ask-hub|doctor/run-alone|fleet/gateway/client-book|fleet/outbox/keep-at|fleet/link/(init-fleet|free-name|fleet-accounts|fleet-rights|fleet-user)|hub-log/read-log|home/kept-start|panel/panel-server|http/panel-assets|permissions/policy/(located-json|sign-fleet-policy|signed-list)|set-up/(read-setup|set-up)|platform/(platform|lean-heap|node-platform|open-in-browser|path-command|terminal))\\.ts$';
/** Where a program of the system lies, which everybody who starts one asks. */
const systemPrograms = '^native-host/endpoints/system-program\\.ts$';
/** What serving the panel over HTTP shares with serving MCP over HTTP. */
const coreHttp = '^electron/core/http/(gateway-guard|listen|request-guard|unproven-connections|wrong-tokens)\\.ts$';

/** What ends a child and everything that it started, and what paces what it says, here and in a server's runner. */
const coreEndings = '^electron/core/servers/process/(bucket|stop-ladder|process-tree|strays)\\.ts$';

/** What reaches other machines for somebody else, in the hub and in a server's runner. */
const coreOutbound = '^electron/core/outbound/';

/** The parts of the runtimes of servers that know nothing of Node: the companion runs servers too, in workers. */
const sandboxes =
  '^electron/runner/(javascript/(sandbox|script-timers|url-functions|inside/.*)|wasm/(errno|guest-memory|module-reply|request-pipes))\\.ts$';
const quickjs = ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'];

/** What `package.mjs` is made of. */
const packing = ['^resources/packaging/', '^electron/launch/find-electron\\.mjs$'];

const uiPackages = [
  'react',
  'react-dom',
  'zustand',
  'radix-ui',
  '@tanstack/react-virtual',
  'cmdk',
  'lucide-react',
  'react-markdown',
  'remark-gfm',
  '@lingui/core',
  '@lingui/message-utils',
];
const corePackages = Object.keys(dependencies).filter(name => name !== 'commander');

/** Folder or files, what of ours they may import (itself always), which packages, and whether Node's own modules. */
const walls = [
  { folder: 'native-host/framing', ours: [], packages: [], node: true },
  { folder: 'native-host/relay', ours: [framing, facts], packages: [], node: true },
  {
    folder: 'native-host/(dialects|endpoints|manifests)',
    ours: [framing, relay, wires, contract, words],
    packages: ['ws', 'zod'],
    node: true,
  },
  { folder: 'contract', ours: [], packages: ['zod'], node: false },
  { folder: 'words', ours: [contract], packages: [], node: false },
  { folder: 'electron/core', ours: [contract, words, '^native-host/'], packages: corePackages, node: true },
  {
    folder: 'electron/main',
    ours: [contract, words, coreEntry, systemPrograms],
    packages: ['electron', 'electron-updater', 'pino'],
    node: true,
  },
  { folder: 'electron/preload', ours: [contract], packages: ['electron'], node: false },
  {
    folder: 'electron/headless',
    ours: [contract, words, coreEntry, coreHttp, relay, framing],
    packages: ['commander', 'pino', 'ws'],
    node: true,
  },
  {
    folder: 'electron/runner',
    ours: [contract, framing, coreEndings, coreOutbound],
    packages: quickjs,
    node: true,
  },
  {
    // It reads what strangers publish, so it is given little: what reaches other machines, and a database.
    folder: 'electron/catalogue',
    ours: [contract, coreOutbound],
    packages: ['libsql'],
    node: true,
  },
  {
    folder: 'electron/single',
    ours: [
      '^electron/headless/pilothouse\\.ts$',
      '^native-host/relay/main\\.ts$',
      '^contract/environment-overrides\\.ts$',
    ],
    packages: [],
    node: true,
  },
  {
    name: 'a script at the top',
    files: '^[^/]+\\.(mjs|ts)$',
    ours: packing,
    packages: ['esbuild', 'vite', 'vitest', '@tailwindcss/vite', '@vitejs/plugin-react', 'electron-builder'],
    node: true,
  },
  {
    folder: 'resources/packaging',
    ours: [],
    packages: ['electron-builder', 'esbuild', 'postject', 'yazl'],
    node: true,
  },
  {
    folder: 'resources/dev',
    ours: ['^electron/launch/find-electron\\.mjs$'],
    packages: ['electron', 'vite', 'ws'],
    node: true,
  },
  { folder: 'electron/launch', ours: [], packages: [], node: true },
  { folder: 'renderer', ours: [contract, wordsAlone], packages: uiPackages, node: false },
  {
    folder: 'resources/extension',
    ours: [contract, pageScopeWords, refusedActWords, sandboxes],
    packages: ['gifenc', ...quickjs],
    node: false,
  },
  {
    folder: 'resources/plugin-hub',
    ours: [contract, '^resources/extension/native-port\\.ts$'],
    packages: [],
    node: false,
  },
];

/**
 * The layers of the core, lowest first. What a file imports, as a type too, lies in its own layer or below; a folder of the core that
 * is in none of them may not exist.
 */
const layers = [
  {
    name: 'foundation',
    folders: [
      'platform',
      'home',
      'hub-log',
      'json',
      'state',
      'store',
      'secrets',
      'redaction',
      'outbound',
      'screen-lock',
    ],
  },
  { name: 'wire', folders: ['wire', 'trace', 'images'] },
  {
    name: 'domain',
    folders: [
      ...['agent-configs', 'agents', 'browsers', 'catalogue', 'clients', 'doctor', 'limits', 'models', 'oauth'],
      ...['permissions', 'plugins', 'servers', 'sites', 'tabs', 'tools'],
    ],
  },
  { name: 'router', folders: ['gates', 'gateway', 'router', 'tasks'] },
  {
    name: 'ways in',
    folders: [
      ...['agent-connections', 'chat', 'cli', 'companion', 'companion-pages', 'compat', 'fleet', 'harbor', 'http'],
      ...['panel', 'set-up', 'telemetry', 'web-agent'],
    ],
  },
  { name: 'composition', folders: ['composition'] },
];
const inLayers = some => `^electron/core/(${some.flatMap(({ folders }) => folders).join('|')})/`;

const layerRules = layers.slice(0, -1).map((layer, index) => ({
  name: `the core's ${layer.name} knows nothing above it`,
  severity: 'error',
  from: { path: inLayers([layer]) },
  to: { path: [inLayers(layers.slice(index + 1)), '^electron/core/[^/]+$'] },
}));

/** Inside the panel: who may not import what. `$1` is the screen of the importer. */
const rooms = [
  {
    name: "the panel's store knows what is, and nobody words or draws there",
    from: '^renderer/store/',
    not: '^renderer/(words|parts|frame|screens)/',
  },
  {
    name: 'a screen takes nothing from another screen',
    from: '^renderer/screens/([^/]+)/',
    not: '^renderer/screens/',
    but: '^renderer/screens/$1/',
  },
];
const roomRules = rooms.map(({ name, from, not, but }) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: not, ...(but && { pathNot: but }) },
}));

const anything = names => names.map(name => `(^|/)node_modules/(@types/)?${name.replace('/', '\\/')}(/|$)`);

const wallRules = walls.flatMap(({ folder, name = folder, files = `^${folder}/`, ours, packages, node }) => [
  {
    name: `${name} stays behind its wall`,
    severity: 'error',
    from: { path: files },
    to: { pathNot: [files, ...ours, ...anything(packages)], dependencyTypesNot: ['core'] },
  },
  ...(node
    ? []
    : [
        {
          name: `${name} does without Node`,
          severity: 'error',
          from: { path: files },
          to: { dependencyTypes: ['core'] },
        },
      ]),
]);

module.exports = {
  forbidden: [
    ...wallRules,
    ...layerRules,
    ...roomRules,
    {
      name: 'every folder of the core has a layer',
      severity: 'error',
      from: { path: '^electron/core/', pathNot: [inLayers(layers), '^electron/core/[^/]+$'] },
      to: {},
    },
    {
      name: 'every folder has a wall',
      severity: 'error',
      from: {
        path: '^(contract|words|electron|native-host|renderer|resources)/',
        pathNot: walls.map(({ folder, files = `^${folder}/` }) => files),
      },
      to: {},
    },
    {
      name: 'nobody without zod takes more than types from the schemas',
      severity: 'error',
      from: {
        path: [
          facts,
          '^words/(?!hub-error)',
          '^renderer/',
          '^electron/preload/',
          '^native-host/relay/',
          '^resources/extension/',
          '^resources/plugin-hub/',
        ],
      },
      to: { path: ['^contract/schemas/', ...anything(['zod'])], dependencyTypesNot: ['type-only'] },
    },
    {
      // A hub may be one part of a process: of a test's, whose own heap would be collected with it.
      name: 'the heap is set up by whoever owns the process',
      severity: 'error',
      from: { path: '^electron/core/', pathNot: '^electron/core/trace/trace-worker\\.ts$' },
      to: { path: '^electron/core/platform/lean-heap\\.ts$' },
    },
    {
      name: 'no cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'every import is found', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Declarations of .mjs files hold no import that runs, and the parser does not know their ending.
    exclude: { path: '^dist/|[.]d[.]mts$' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
