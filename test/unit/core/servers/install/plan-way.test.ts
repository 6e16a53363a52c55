// What ways and the values of their forms come to, of every kind; a value is a value, whatever it looks like.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandLineOf } from '../../../../../electron/core/servers/config/approval.ts';
import { placeholdersOf } from '../../../../../electron/core/servers/config/config-placeholders.ts';
import { checkedValues, missingFields, textsOf } from '../../../../../electron/core/servers/install/field-values.ts';
import { planWay } from '../../../../../electron/core/servers/install/plan-way.ts';
import { proposedWalls } from '../../../../../electron/core/servers/install/proposed-walls.ts';
import { buildWay, buildField as field } from '../../../../support/install-hub.ts';
import type { AskedField, FieldValues, Way } from '../../../../../contract/schemas/catalogue.ts';
import type { UnpackedPackage } from '../../../../../electron/core/servers/install/plan-way.ts';

const value = '${field:it}';
const unpacked: UnpackedPackage = { folder: '/p/x', command: 'node', args: ['/p/x/index.js'], env: {} };

function planned(way: Partial<Way>, values: FieldValues = {}, kept = {}, at: UnpackedPackage | null = null) {
  const whole = buildWay({ identifier: 'server', version: '1.2.3', ...way });
  return planWay(whole, textsOf(whole.fields, checkedValues(whole.fields, values, '/home/ana'), kept), at);
}

function lineOf(...given: Parameters<typeof planned>): string {
  return commandLineOf(planned(...given).config);
}

describe('before it is here, a package is shown as its usual launcher would be told', () => {
  test.each<[Partial<Way>, string]>([
    [{ kind: 'npm' }, 'npx -y server@1.2.3'],
    [{ kind: 'npm', version: null }, 'npx -y server'],
    [{ kind: 'pypi' }, "uvx 'server==1.2.3'"],
    [{ kind: 'nuget' }, 'dnx server@1.2.3 --yes'],
    [{ kind: 'oci', identifier: 'ghcr.io/o/i' }, 'docker run -i --rm ghcr.io/o/i:1.2.3'],
    [{ kind: 'remote', identifier: 'https://example.com/mcp', transport: 'http' }, 'https://example.com/mcp'],
  ])('%j', (way, line) => {
    expect(lineOf(way).replaceAll("'", '')).toBe(line.replaceAll("'", ''));
  });

  test('Once it is here its own program is started.', () => {
    expect(lineOf({ arguments: [{ name: '--port', value: '80' }] }, {}, {}, unpacked)).toBe(
      'node /p/x/index.js --port 80',
    );
  });

  test('Before it is here, the folder of a bundle stands by its name.', () => {
    const main = { name: null, value: '${folder}/server/main.js' };
    expect(planned({ kind: 'mcpb', identifier: '', arguments: [main] }).config).toMatchObject({ args: [main.value] });
  });

  test('A bundle is started in its folder, which nothing that was filled in can name.', () => {
    const fields = [field()];
    const config = planned(
      {
        kind: 'mcpb',
        runtime: 'node',
        fields,
        arguments: [
          { name: null, value: '${folder}/main.js' },
          { name: null, value },
        ],
      },
      { it: ['${folder}/x'] },
      {},
      { ...unpacked, command: '' },
    );
    expect(config.config).toMatchObject({ command: 'node', args: ['/p/x/main.js', '${folder}/x'] });
  });

  test('An image gets its variables by name, and is run as its digest.', () => {
    const way: Partial<Way> = {
      kind: 'oci',
      identifier: 'o/i',
      fields: [field({ place: 'variable', name: 'KEY', secret: true })],
    };
    const { config } = planned(
      { ...way, variables: [{ name: 'KEY', value }], runtimeArguments: [{ name: '--memory', value: '1g' }] },
      {},
      { it: ['SERVER_KEY'] },
      { folder: '', command: 'docker', args: ['o/i@sha256:ab'], env: {} },
    );
    expect(config).toMatchObject({
      command: 'docker',
      args: ['run', '-i', '--rm', '-e', 'KEY', '--memory', '1g', 'o/i@sha256:ab'],
      env: { KEY: '${secret:SERVER_KEY}' },
    });
  });
});

describe('an argument', () => {
  const fields = [field({ multiple: true })];

  test('It is left out where its field has no value, and stands once for each of several.', () => {
    const args = [{ name: '--allow', value }];
    expect(lineOf({ fields, arguments: args })).toBe('npx -y server@1.2.3');
    expect(lineOf({ fields, arguments: args }, { it: ['a', 'b'] })).toBe('npx -y server@1.2.3 --allow a --allow b');
  });

  test('One that is required and has no value is a placeholder, with which no server starts.', () => {
    const open = [field({ required: true, name: 'root' })];
    const plan = planned({ fields: open, arguments: [{ name: null, value }] });
    expect(placeholdersOf(plan.config, plan).map(({ text }) => text)).toEqual(['${input:root}']);
    expect(missingFields(open, {}, {})).toEqual(['it']);
  });

  test('A value that looks like a placeholder is meant as it stands.', () => {
    const plan = planned({ fields, arguments: [{ name: null, value }] }, { it: ['<your-token>', '${HOME}'] });
    expect(placeholdersOf(plan.config, plan)).toEqual([]);
  });

  test('A secret stands in it by its reference alone.', () => {
    const secret = [field({ secret: true })];
    expect(
      planned({ fields: secret, arguments: [{ name: '--key', value }] }, {}, { it: ['SERVER_IT'] }).config,
    ).toMatchObject({
      args: ['-y', 'server@1.2.3', '--key', '${secret:SERVER_IT}'],
    });
  });

  test('What begins with a dash is refused in front of a program, and joined to an option that has a name.', () => {
    expect(() => lineOf({ fields, arguments: [{ name: null, value }] }, { it: ['--eval=1'] })).toThrow(
      /begins with a dash/,
    );
    expect(() => lineOf({ fields, arguments: [{ name: '-p', value }] }, { it: ['-x'] })).toThrow(/begins with a dash/);
    expect(lineOf({ fields, arguments: [{ name: '--at', value }] }, { it: ['-5'] })).toBe(
      'npx -y server@1.2.3 --at=-5',
    );
    expect(lineOf({ fields, arguments: [{ name: null, value }] }, { it: ['-'] })).toBe('npx -y server@1.2.3 -');
  });
});

describe('a value', () => {
  test.each<[Partial<AskedField>, string, RegExp]>([
    [{}, 'a\0b', /NUL/],
    [{}, '${secret:GITHUB_TOKEN}', /refers to a secret/],
    [{ kind: 'number', min: 1, max: 9 }, '10', /from 1 up to 9/],
    [{ kind: 'number' }, '0x10', /takes a number/],
    [{ kind: 'boolean' }, 'yes', /true and false/],
    [{ kind: 'choice', choices: ['a', 'b'] }, 'c', /a and b/],
    [{ kind: 'folder' }, 'notes', /no whole path/],
  ])('%j does not take %j.', (fields, given, why) => {
    expect(() => planned({ fields: [field(fields)] }, { it: [given] })).toThrow(why);
  });

  test('An entry can name no secret of another server.', () => {
    expect(() => lineOf({ variables: [{ name: 'X', value: '${secret:GITHUB_TOKEN}' }] })).toThrow(/not its own to use/);
    const fields = [field({ defaults: ['${secret:GITHUB_TOKEN}'] })];
    expect(() => lineOf({ fields, arguments: [{ name: null, value }] })).toThrow(/not its own to use/);
  });

  test.each<[string, string]>([
    ['${sec', 'ret:GITHUB_TOKEN}'],
    ['$', '{secret:GITHUB_TOKEN}'],
    ['${inp', 'ut:KEY}'],
    ['${fie', 'ld:it}'],
    ['${fold', 'er}'],
  ])('Two of them, %j and %j, come to no reference together.', (it, other) => {
    const fields = [field(), field({ key: 'other' })];
    const together = '${field:it}${field:other}';
    const values = { it: [it], other: [other] };
    const composed = /would be read as a reference/;
    const line = (way: Partial<Way>) => lineOf({ fields, ...way }, values);
    expect(() => line({ arguments: [{ name: null, value: together }] })).toThrow(composed);
    expect(() => line({ arguments: [{ name: '--key', value: `x${together}` }] })).toThrow(composed);
    expect(() => line({ variables: [{ name: 'KEY', value: together }] })).toThrow(composed);
    const remote = { kind: 'remote', transport: 'http', identifier: 'https://a.example' } as const;
    expect(() => line({ ...remote, headers: [{ name: 'X-A', value: together }] })).toThrow(composed);
  });

  test.each(['${sec${field:it}', '${field:it}{secret:GITHUB_TOKEN}'])(
    'With what %j brings it comes to none either.',
    template => {
      const way = { fields: [field()], arguments: [{ name: '--key', value: template }] };
      expect(() => lineOf(way, { it: [template.startsWith('${s') ? 'ret:GITHUB_TOKEN}' : '$'] })).toThrow(
        /would be read as a reference/,
      );
    },
  );

  test('Several values of one field are joined to none.', () => {
    const fields = [field({ multiple: true })];
    const way = { fields, variables: [{ name: 'KEY', value: '${secret${field:it}' }] };
    expect(() => lineOf(way, { it: [':A', 'B}'] })).toThrow(/would be read as a reference/);
  });

  test('It is one word of the command line as it stands, and never read again.', () => {
    const fields = [field(), field({ key: 'other' })];
    const way = buildWay({
      identifier: 'server',
      version: '1.2.3',
      fields,
      arguments: [
        { name: '--a', value },
        { name: null, value: 'x=${field:other}' },
      ],
    });
    const texts = fc.string({ minLength: 1, unit: 'binary' }).filter(text => !text.includes('\0'));
    fc.assert(
      fc.property(
        fc.oneof(texts, fc.constantFrom('${field:other}', '$&', '$1', '\n--x', '${folder}', '`id`')),
        texts,
        (it, other) => {
          fc.pre(!`${it}${other}`.includes('${secret:'));
          const { config } = planWay(
            way,
            textsOf(fields, checkedValues(fields, { it: [it], other: [other] }, '/h'), {}),
            unpacked,
          );
          const own = 'args' in config ? config.args.slice(1) : [];
          expect(own).toEqual([...(/^-./.test(it) ? [`--a=${it}`] : ['--a', it]), `x=${other}`]);
        },
      ),
    );
  });

  test('In an address it stays in its part, so that it leads to no other host.', () => {
    const remote = (identifier: string): Partial<Way> => ({
      kind: 'remote',
      transport: 'http',
      identifier,
      fields: [field({ place: 'address' })],
    });
    expect(lineOf(remote('https://a.example/x/${field:it}/mcp'), { it: ['../@b.example?#'] })).toBe(
      'https://a.example/x/..%2F%40b.example%3F%23/mcp',
    );
    expect(() => lineOf(remote('https://${field:it}.a.example/mcp'), { it: ['b.example/'] })).toThrow(/no address/);
    expect(() => lineOf(remote('${field:it}'), { it: ['javascript:alert(1)'] })).toThrow(/no address/);
  });

  test('A header takes no line break.', () => {
    const way: Partial<Way> = {
      kind: 'remote',
      transport: 'http',
      identifier: 'https://a.example',
      fields: [field()],
    };
    expect(() => lineOf({ ...way, headers: [{ name: 'X-A', value }] }, { it: ['a\r\nHost: b'] })).toThrow(/line break/);
  });
});

describe('a name', () => {
  test.each<Partial<Way>>([
    { identifier: '--prefix=/' },
    { identifier: '../x' },
    { identifier: 'git+https://example.com/x' },
    { identifier: 'x && rm' },
    { kind: 'pypi', identifier: '-r/etc/passwd' },
    { kind: 'oci', identifier: '--privileged' },
  ])('%j is none of a package.', way => {
    expect(() => lineOf(way)).toThrow(/no name of a package/);
  });

  test.each(['latest', '^1.0.0', '1.0.0 --x', 'file:x', '-1'])('%j is no fixed version.', version => {
    expect(() => lineOf({ version })).toThrow(/no fixed version/);
  });
});

describe('the walls that are proposed', () => {
  function walls(fields: AskedField[], values: FieldValues): ReturnType<typeof proposedWalls> {
    return proposedWalls(buildWay({ fields }), textsOf(fields, values, {}));
  }

  test('Nothing asks for anything: no network, and no folder.', () => {
    expect(walls([field()], { it: ['x'] })).toEqual({ network: 'none', hosts: [], folders: [] });
  });

  test('A folder is for reading, unless its field speaks of writing; of a file it is the folder.', () => {
    expect(walls([field({ kind: 'folder' })], { it: ['/d'] }).folders).toEqual([{ path: '/d', writable: false }]);
    expect(walls([field({ kind: 'folder', description: 'Where notes are written.' })], { it: ['/d'] }).folders).toEqual(
      [{ path: '/d', writable: true }],
    );
    expect(walls([field({ kind: 'file' })], { it: ['/d/a.db'] }).folders).toEqual([{ path: '/d', writable: false }]);
  });

  test('An address opens its host; an account without one opens the network.', () => {
    expect(walls([field()], { it: ['https://api.example.com:8443/v1'] })).toMatchObject({
      network: 'hosts',
      hosts: ['api.example.com:8443'],
    });
    expect(walls([field({ secret: true })], {})).toMatchObject({ network: 'all', hosts: [] });
  });
});
