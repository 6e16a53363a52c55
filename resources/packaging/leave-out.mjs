// What the hub's programs are built without: plugins of esbuild.
import path from 'node:path';

/** Zod brings its messages in fifty languages; the hub has words of its own, and zod's own English. */
export function withoutLocales() {
  const setup = build =>
    build.onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer, resolveDir }) =>
      /[\\/]zod[\\/]v4[\\/]/.test(importer) ? { path: path.join(resolveDir, '../locales/en.js') } : null,
    );
  return { name: 'without-locales', setup };
}

/** To import all that `node:http` exports has Node 24 load its whole fetch, 2 MB of it at rest, and 30 ms. `require` reads what is asked for. */
export function withoutFetch() {
  const required = ({ kind }) => (kind === 'import-statement' ? { path: 'http', namespace: 'required' } : null);
  const contents = "module.exports = require('node:http');";
  const setup = build => {
    build.onResolve({ filter: /^(node:)?http$/ }, required);
    build.onLoad({ filter: /^/, namespace: 'required' }, () => ({ contents }));
  };
  return { name: 'without-fetch', setup };
}
