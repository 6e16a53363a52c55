// Loaded into the suite: one of its scenarios hands `[::1]` to node:http with its brackets, which no resolver knows.
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

const { request } = http;
http.request = (options, ...rest) =>
  request(
    typeof options?.hostname === 'string'
      ? { ...options, hostname: options.hostname.replace(/^\[(.*)\]$/, '$1') }
      : options,
    ...rest,
  );
syncBuiltinESMExports();
