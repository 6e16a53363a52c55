// The doctor of the fixture: a run with every state that a rung can have, a log, and what a copy of the diagnostics holds.
import { rungIds } from '../../../contract/doctor.ts';
import type { RungId } from '../../../contract/doctor.ts';
import type { DoctorRun, Ladder, Rung } from '../../../contract/schemas/doctor.ts';
import type { HubLogLine } from '../../../contract/schemas/hub-log.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

const ranAt = 1_790_000_000_000;
const manifest = '~/.config/chromium/NativeMessagingHosts/dev.pilothouse.relay.json';
const launcher = '~/.pilothouse/launcher/relay';

type Told = Partial<Omit<Rung, 'id'>>;

const fine: Readonly<Record<RungId, Told>> = {
  home: {
    ms: 1.2,
    evidence: [{ kind: 'doctor-home-writes', path: '~/.pilothouse', octal: '0700', freeMb: 41_200, bytes: 4_096 }],
  },
  lock: { ms: 0.4, evidence: [{ kind: 'doctor-lock-held', pid: 2_210 }] },
  endpoints: { ms: 2.1, evidence: [{ kind: 'doctor-endpoints-open', open: 5, all: 5 }] },
  browser: {
    ms: 18,
    evidence: [{ kind: 'doctor-browser-runs', browser: 'Chromium 156.0.7204', pid: 7_731 }],
  },
  extension: {
    ms: 6.3,
    evidence: [{ kind: 'doctor-extension-there', id: 'gabkefeopdahgkgchijjkpckmmokknad', version: '0.1.0' }],
  },
  version: { ms: 0.1, evidence: [{ kind: 'doctor-extension-fits', version: '0.1.0' }] },
  manifest: { ms: 0.8, evidence: [{ kind: 'doctor-manifest-taken', path: manifest, program: launcher }] },
  launcher: { ms: 31, evidence: [{ kind: 'doctor-launcher-starts', path: launcher }] },
  ping: { ms: 3.1, evidence: [{ kind: 'doctor-ping-answered', sent: 41, received: 36 }] },
  proof: { ms: 0.9, evidence: [{ kind: 'doctor-proof-fine' }] },
  hello: { ms: 0.1, evidence: [{ kind: 'doctor-hello-now', browser: 'Work', version: '0.1.0' }] },
  shim: { ms: 22, evidence: [{ kind: 'doctor-shim-connected', client: 'doctor-4f2a1c' }] },
  tools: { ms: 8.4, evidence: [{ kind: 'doctor-tools-arrived', tools: 37, bytes: 8_100, tokens: 2_100 }] },
  page: { ms: 12, evidence: [{ kind: 'doctor-page-answered', browser: 'Work' }] },
};

const troubled: Partial<Record<RungId, Told>> = {
  endpoints: {
    state: { kind: 'amber' },
    ms: 2.1,
    evidence: [
      {
        kind: 'doctor-endpoint-held',
        endpoint: 'ws://127.0.0.1:8765/chrome/dev_user_local',
        by: { kind: 'process', pid: '4121', program: 'claude-desktop' },
      },
      { kind: 'doctor-endpoints-open', open: 4, all: 5 },
    ],
    repair: { id: 'leave-endpoint-off', does: { kind: 'doctor-turns-off', endpoint: 'claude-bridge' } },
    byHand: { kind: 'doctor-hand-quit-other', pid: 4_121 },
  },
  version: {
    state: { kind: 'amber' },
    ms: 0.1,
    evidence: [{ kind: 'doctor-extension-older', version: '0.0.9', hub: '0.1.0' }],
    byHand: {
      kind: 'doctor-hand-reload-extension',
      browser: 'Chromium',
      folder: '~/pilothouse/dist/extension/chromium',
    },
  },
  manifest: {
    state: { kind: 'red' },
    ms: 0.8,
    evidence: [{ kind: 'doctor-program-gone', path: manifest, program: '~/Downloads/pilothouse/launcher' }],
    lines: [
      {
        path: manifest,
        line: 4,
        text: '  "path": "~/Downloads/pilothouse/launcher",',
        fault: { kind: 'doctor-program-gone', path: manifest, program: '~/Downloads/pilothouse/launcher' },
      },
      {
        path: manifest,
        line: 6,
        text: '  "allowed_origins": ["chrome-extension://gabkefeopdahgkgchijjkpckmmokknad/"]',
        fault: null,
      },
    ],
    repair: { id: 'write-manifest', does: { kind: 'doctor-writes-manifest', path: manifest, program: launcher } },
    byHand: { kind: 'doctor-hand-command', command: 'pilothouse doctor --fix' },
  },
  hello: { state: { kind: 'waits', for: 'manifest', provenAt: null }, ms: null, evidence: [] },
  page: { state: { kind: 'waits', for: 'hello', provenAt: ranAt - 2_100_000 }, ms: null, evidence: [] },
};

function rungOf(id: RungId, told: Told = {}): Rung {
  const plain = { state: { kind: 'green' as const }, ms: 1, evidence: [], lines: [], repair: null, byHand: null };
  return { id, ...plain, ...fine[id], ...told };
}

function ladderOf(fields: Pick<Ladder, 'id' | 'browserId' | 'browser' | 'family' | 'profile'>, told = {}): Ladder {
  const faults: Partial<Record<RungId, Told>> = told;
  return { ...fields, inUse: true, rungs: rungIds.map(id => rungOf(id, faults[id])) };
}

const work = {
  id: 'chromium/Default',
  browserId: 'chromium',
  browser: 'Chromium',
  family: 'chromium',
  profile: 'Work',
} as const;
const esr = {
  id: 'firefox/default-esr',
  browserId: 'firefox',
  browser: 'Firefox',
  family: 'firefox',
  profile: null,
} as const;

function fixtureRun(id: string, isFine: boolean): DoctorRun {
  const ladders = [ladderOf(work, isFine ? {} : troubled), ladderOf(esr)];
  return { id, startedAt: ranAt, endedAt: ranAt + 95, ms: 95, by: 'hub', ladders };
}

const logLines: HubLogLine[] = [
  { at: ranAt - 6_000_000, level: 'info', part: 'browser', what: { kind: 'log-browser-gone', browser: 'Firefox ESR' } },
  {
    at: ranAt - 60_000,
    level: 'info',
    part: 'doctor',
    what: { kind: 'log-doctor', green: 14, amber: 0, red: 0, rest: 0 },
  },
  { at: ranAt - 30_000, level: 'warn', part: 'browser', what: { kind: 'log-browser-gone', browser: 'Work' } },
];

export const doctorAnswers = {
  'doctor:runs': () => ({ runs: [fixtureRun('run-2', false), fixtureRun('run-1', true)] }),
  'doctor:run': () => ({ run: fixtureRun('run-3', false) }),
  'doctor:repair': () => ({ run: fixtureRun('run-4', true) }),
  'doctor:diagnostics': () => ({
    text: 'Pilothouse 0.1.0, linux x64, Node 24.0.0\n7 red manifest: doctor-program-gone\n',
  }),
  'hub:log': () => ({ path: '/home/ana/.pilothouse/log/hub.log', lines: logLines }),
} satisfies Partial<PanelHandlers>;
