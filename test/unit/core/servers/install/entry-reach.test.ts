// An entry of a source on the internet leads to nothing nearer.
import { describe, expect, test } from 'vitest';
import { nearPlace } from '../../../../../electron/core/servers/install/entry-reach.ts';

const far = 'https://registry.example.com';
const bundle = (identifier: string) => ({ kind: 'mcpb', identifier, registry: null }) as const;
const npm = (registry: string | null) => ({ kind: 'npm', identifier: 'files', registry }) as const;

describe('a source on the internet', () => {
  test.each([
    'http://localhost:9200/x.mcpb',
    'http://a.localhost/x.mcpb',
    'https://127.0.0.1/x.mcpb',
    'https://[::1]/x.mcpb',
    'https://192.168.0.1/apply?x=1',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/x.mcpb',
  ])('leads to no bundle at %s', address => {
    expect(nearPlace(bundle(address), far)).toEqual({
      kind: 'install-near-address',
      address,
      source: 'registry.example.com',
    });
  });

  test('leads to no registry near by', () => {
    expect(nearPlace(npm('http://10.0.0.7:4873'), far)).toMatchObject({ kind: 'install-near-address' });
  });

  test('leads wherever it likes on the internet', () => {
    expect(nearPlace(bundle('https://files.example.net/x.mcpb'), far)).toBeNull();
    expect(nearPlace(npm('https://npm.example.net'), far)).toBeNull();
    expect(nearPlace(npm(null), far)).toBeNull();
  });
});

test.each(['http://127.0.0.1:8080', 'http://10.1.2.3/registry', '/home/ana/catalogue.json', null])(
  'What %j has may be as near as that.',
  source => {
    expect(nearPlace(npm('http://10.0.0.7:4873'), source)).toBeNull();
  },
);
