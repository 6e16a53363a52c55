// What electron-builder packs and how: one place for all systems, which the tests read too.
import path from 'node:path';

/** Bundles of servers: the system hands over the path, which the app opens as data. Nobody has registered a type for them. */
const bundleFiles = ['mcpb', 'dxt'].map(ext => ({
  ext,
  name: 'MCP Bundle',
  description: 'A server of the Model Context Protocol',
  mimeType: 'application/x-mcpb',
  role: 'Viewer',
  rank: 'Alternate',
}));

/** Switched in the binary itself, before it is signed (reference D12). */
export const fuses = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableCookieEncryption: true,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
};

/**
 * `work` holds what was made for this build (the executable, the icons); `electron` is a folder with Electron and its
 * version, or null where electron-builder fetches it; `updateKey` is the public key that updates are checked with, or null.
 */
export function builderConfig({ root, work, out, electron, updateKey = null }) {
  const dist = path.join(root, 'dist');
  const loose = (from, to = from) => ({ from: path.join(dist, from), to, filter: ['**/*', '!**/*.map'] });
  return {
    appId: 'dev.pilothouse.Pilothouse',
    productName: 'Pilothouse',
    copyright: 'Apache-2.0',
    directories: { output: out, buildResources: work },
    ...(electron ? { electronDist: electron.folder, electronVersion: electron.version } : {}),
    extraMetadata: {
      homepage: 'https://pilothouse.dev',
      author: { name: 'Pilothouse', email: 'packages@pilothouse.dev' },
      ...(updateKey === null ? {} : { updateKey }),
    },
    // Nothing of ours is compiled at install, and nothing here either.
    npmRebuild: false,
    nodeGypRebuild: false,
    files: [
      'package.json',
      ...['main', 'core', 'chunks', 'catalogue', 'preload', 'renderer', 'icons'].map(part => `dist/${part}/**`),
      { from: path.join(work, 'recorded'), to: 'dist/recorded', filter: ['own-files.json'] },
      '!**/*.map',
      // The executable carries a Node of its own, and what runs servers is packed into the runners already.
      '!**/node_modules/node-{linux,win,darwin}-{x64,arm64}/**',
      '!**/node_modules/@modelcontextprotocol/server-everything/**',
      '!**/node_modules/@jitl/**',
    ],
    asar: true,
    electronFuses: fuses,
    electronLanguages: ['en-US', 'de'],
    extraResources: [
      { from: path.join(work, 'executable'), to: '.' },
      loose('relay'),
      loose('runner'),
      loose('extension'),
    ],
    fileAssociations: bundleFiles,
    protocols: [{ name: 'Pilothouse', schemes: ['pilothouse'] }],
    // Asked only when the user names a feed; the address here is none.
    publish: [{ provider: 'generic', url: 'https://feed.invalid/' }],
    ...systems(work),
  };
}

function systems(work) {
  return {
    linux: {
      target: ['AppImage', 'deb'],
      executableName: 'pilothouse-app',
      category: 'Development',
      synopsis: 'Shows what drives your browser and your MCP servers',
      icon: path.join(work, 'icons'),
      maintainer: 'Pilothouse <packages@pilothouse.dev>',
      mimeTypes: ['x-scheme-handler/pilothouse'],
    },
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.developer-tools',
      icon: path.join(work, 'icon.icns'),
      hardenedRuntime: true,
      binaries: ['Contents/Resources/pilothouse'],
      minimumSystemVersion: '13.0',
    },
    win: { target: ['nsis'], icon: path.join(work, 'icon.ico'), signExts: ['.exe'] },
    nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  };
}
