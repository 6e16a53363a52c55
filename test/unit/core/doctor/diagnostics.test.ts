// What "Copy diagnostics" holds tells nothing of a person or a secret, whichever of its facts it comes with.
import { expect, test } from 'vitest';
import { diagnosticsText } from '../../../../electron/core/doctor/diagnostics.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { DiagnosticFacts } from '../../../../electron/core/doctor/diagnostics.ts';

const secret = 'hunter2-hunter3-hunter4';
const token = `ph_codex-1a2b3c_${'0123456789abcdef'.repeat(4)}`;

const planted = [
  ['the home', '/home/ana/atlas', '/home/ana'],
  ['the home of another user', '/home/bob/atlas', 'bob'],
  ['the user', 'by ana', 'ana'],
  ['the machine', 'on atlas-7.local', 'atlas-7'],
  ['a secret', secret, 'hunter'],
  ['a token', token, 'ph_codex'],
  ['a header', 'Authorization: Bearer abc.def', 'abc.def'],
  ['an address', 'https://shop.example/orders/7?key=1', 'orders'],
  ['the name of a site that stands in an address too', 'https://shop.example/ at shop.example', 'shop.example'],
  ['a mail address', 'bob@example.org', 'example.org'],
] as const;

type Change = (text: string) => Partial<DiagnosticFacts>;

const run = (evidence: Reason, browser = 'Chromium'): DiagnosticFacts['run'] => ({
  id: 'run-1',
  startedAt: 0,
  endedAt: 1,
  ms: 1,
  by: 'program',
  ladders: [
    {
      id: 'one',
      browserId: 'chromium',
      browser,
      family: 'chromium',
      profile: null,
      inUse: true,
      rungs: [
        { id: 'home', state: { kind: 'red' }, ms: 1, evidence: [evidence], lines: [], repair: null, byHand: null },
      ],
    },
  ],
});

const fine: Reason = { kind: 'doctor-no-browser' };
const line = (what: Reason): DiagnosticFacts['log'] => [{ at: 0, level: 'warn', part: 'hub', what }];

const places: [string, Change][] = [
  ['the system', text => ({ system: text })],
  ['a version', text => ({ runtimes: { Node: text } })],
  ['a path of the evidence', path => ({ run: run({ kind: 'doctor-key-none', path }) })],
  ['what a program said', said => ({ run: run({ kind: 'doctor-shim-ended', said }) })],
  [
    'a cause within the evidence',
    text => ({ run: run({ kind: 'doctor-proof-refused', why: { kind: 'foreign', text } }) }),
  ],
  ['the name of a browser', text => ({ run: run(fine, text) })],
  ['a sentence of the log', text => ({ log: line({ kind: 'log-said', text, facts: '' }) })],
  ['the facts of the log', text => ({ log: line({ kind: 'log-said', text: '', facts: JSON.stringify({ text }) }) })],
];

const cases = places.flatMap(([place, change]) =>
  planted.map(([what, text, left]) => ({ place, what, text, left, change })),
);

test.each(cases)('$what in $place', ({ text, left, change }) => {
  const facts: DiagnosticFacts = {
    version: '1.0.0',
    system: 'linux 6.12.0 x64',
    runtimes: {},
    snapshot: null,
    run: run(fine),
    log: [],
    homeDir: '/home/ana',
    userName: 'ana',
    hostName: 'atlas-7.local',
    now: 0,
    mask: given => given.replaceAll(secret, '••••'),
  };
  const written = diagnosticsText({ ...facts, ...change(text) });
  expect(written).not.toContain(left);
  expect(written).toMatch(/••••|~|host-1|user-1|mail-1|path-1/);
});
