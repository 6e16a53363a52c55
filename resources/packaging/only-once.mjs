// What packages bring twice and the hub's programs have once: plugins of esbuild.
import fs from 'node:fs';
import path from 'node:path';
import { readJson } from './json-files.mjs';

/** Those of the SDKs for models that all others are written with. Each pins its own patch of them, which differ by little. */
const shared = ['provider', 'provider-utils'];

/** One copy for all SDKs: the newest, for as long as none was written for another major version. */
export function sharedOnce(root) {
  const folder = path.join(root, 'node_modules/@ai-sdk');
  const chosen = new Map(shared.map(name => [name, newest(copiesOf(folder, name))]));
  const setup = build =>
    build.onResolve({ filter: /^@ai-sdk\/provider(-utils)?$/ }, async ({ path: name, kind, pluginData }) => {
      const from = chosen.get(name.slice('@ai-sdk/'.length));
      if (!from || pluginData === 'chosen') return null;
      return build.resolve(name, { kind, resolveDir: path.dirname(from), pluginData: 'chosen' });
    });
  return { name: 'shared-once', setup };
}

/** The folders of `name`: beside the SDKs, and within those that want another than that. */
function copiesOf(folder, name) {
  const within = fs.readdirSync(folder).map(sdk => path.join(folder, sdk, 'node_modules/@ai-sdk', name));
  return [path.join(folder, name), ...within].filter(copy => fs.existsSync(path.join(copy, 'package.json')));
}

/** Null where they are not made for each other. */
function newest(copies) {
  const versions = copies.map(copy => readJson(path.join(copy, 'package.json')).version);
  if (versions.some(version => version.split('.')[0] !== versions[0].split('.')[0])) return null;
  const order = (one, other) => versions[other].localeCompare(versions[one], 'en', { numeric: true });
  return copies[[...copies.keys()].toSorted(order)[0]];
}

/** Both sides of the SDK have the same 8,000 lines that check schemas. */
export function checkerOnce() {
  const filter = /\/ajvProvider-[^/]+\.mjs$/;
  const setup = build =>
    build.onResolve({ filter }, ({ path: name, resolveDir }) => {
      const own = path.join(resolveDir, name);
      const folder = own.replace(/([\\/]@modelcontextprotocol[\\/])server[\\/].*$/, '$1client/dist');
      const other = folder === own ? null : fs.readdirSync(folder).find(file => filter.test(`/${file}`));
      const isSame = other && textOf(path.join(folder, other)) === textOf(own);
      return isSame ? { path: path.join(folder, other) } : null;
    });
  return { name: 'checker-once', setup };
}

/** Without the names of the files beside it, which tell the versions of these. */
function textOf(file) {
  return fs.readFileSync(file, 'utf8').replace(/^import .*$|^\/\/# sourceMappingURL=.*$/gm, '');
}
