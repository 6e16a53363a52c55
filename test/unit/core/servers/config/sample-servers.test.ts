// The markers of the sample configuration.
import { describe, expect, test } from 'vitest';
import { expandSampleServers } from '../../../../../electron/core/servers/config/sample-servers.ts';

const sample =
  '{"mcpServers": {"one": {"command": "${node}", "args": ["${package:@scope/pkg/dist/index.js}", "stdio"]}}}';

describe('expandSampleServers', () => {
  test('The markers become this machine’s Node and the file of the package.', () => {
    const expanded = expandSampleServers(sample, '/n/node', specifier => `/app/node_modules/${specifier}`);
    expect(JSON.parse(expanded)).toEqual({
      mcpServers: {
        one: { command: '/n/node', args: ['/app/node_modules/@scope/pkg/dist/index.js', 'stdio'] },
      },
    });
  });

  test('A package that is not there is run by npx.', () => {
    expect(JSON.parse(expandSampleServers(sample, '/n/node', () => null))).toEqual({
      mcpServers: { one: { command: 'npx', args: ['-y', '@scope/pkg', 'stdio'] } },
    });
  });
});
