// What the fixture's hub answers about the browsers of its machine: one in each state that counts.
import { HubError } from '../../../contract/errors.ts';
import { fixtureManifests } from './payloads.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { browserRequests } from '../../../contract/schemas/browser-requests.ts';
import type {
  BrowserTruth,
  MachineBrowser,
  MachineWide,
  ManifestClaim,
  WhoAnswers,
} from '../../../contract/schemas/browsers.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

type Answered = keyof typeof browserRequests | 'manifests:list' | 'manifests:install' | 'manifests:uninstall';

export function machineBrowserAnswers(browsers: readonly MachineBrowser[]): Pick<PanelHandlers, Answered> {
  const manifests = fixtureManifests();
  const set = (browserId: string, host: string, on: boolean) => {
    const row = manifests.find(candidate => candidate.browserId === browserId && candidate.host === host);
    if (!row) throw new HubError('ERR_INVALID_ARGUMENTS', `No browser is called “${browserId}”.`);
    const launcher = '/home/ana/.pilothouse/bin/relay';
    const reason: Reason = on
      ? { kind: 'manifest-ours', browser: browserId, launcher }
      : { kind: 'manifest-ready', places: [] };
    return { row: Object.assign(row, { state: on ? 'ours' : 'absent', reason }) };
  };
  return {
    'browsers:list': () => ({
      browsers: [...browsers],
      offered: [{ folder: '/home/ana/work/profile', program: '/usr/lib/chromium/chromium', pid: 4711 }],
    }),
    'browsers:who-answers': () => ({ answers: [ownAnswer(), fixtureAnswer()] }),
    'browsers:look': () => ({ againMs: null }),
    'browsers:start': () => ({}),
    'browsers:open-extensions': () => ({ isOpen: false, address: 'chrome://extensions' }),
    'browsers:add-folder': () => ({ browserId: 'folder-1a2b3c4d' }),
    'browsers:remove-folder': () => ({}),
    'manifests:list': () => ({ rows: manifests }),
    'manifests:install': ({ browserId, host }) => set(browserId, host, true),
    'manifests:install-all': () => ({
      results: [
        { kind: 'done', browserId: 'firefox', name: 'Firefox', steps: [], row: set('firefox', 'pilothouse', true).row },
      ],
    }),
    'manifests:repair': ({ browserId, host }) => set(browserId, host, true),
    'manifests:machine-wide': () => machineWide,
    'manifests:uninstall': ({ browserId, host }) => set(browserId, host, false),
  };
}

const machineWide: MachineWide = {
  place: '/etc/chromium/native-messaging-hosts/dev.pilothouse.relay.json',
  content: fixtureManifests()[0]?.content ?? '',
  state: 'absent',
  reason: { kind: 'manifest-missing', path: '/etc/chromium/native-messaging-hosts/dev.pilothouse.relay.json' },
  program: null,
  install:
    "sudo mkdir -p '/etc/chromium/native-messaging-hosts' && sudo install -m 644 '/home/ana/.pilothouse/manifests/chromium/dev.pilothouse.relay.json' '/etc/chromium/native-messaging-hosts/dev.pilothouse.relay.json'",
  remove: null,
  giveBack: null,
};

export function fixtureMachine(): MachineBrowser[] {
  const rows = manifestBrowsers();
  const [first] = rows;
  if (!first) return rows;
  const file = '/etc/opt/chrome/policies/managed/company.json';
  const why: Reason = { kind: 'policy-blocks-host', file, pattern: '*' };
  const more = (browserId: string, name: string, isOn: boolean, truth: BrowserTruth): MachineBrowser => ({
    ...first,
    browserId,
    name,
    isOn,
    running: { kind: 'no' },
    truth,
  });
  return [
    ...rows,
    more('vivaldi', 'Vivaldi', true, { kind: 'closed', reason: { kind: 'browser-closed', browser: 'Vivaldi' } }),
    more('opera', 'Opera', false, {
      kind: 'forbidden',
      reason: { kind: 'browser-forbidden', browser: 'Opera', why },
    }),
    {
      ...more('chromium-snap', 'Chromium (Snap)', false, {
        kind: 'needs-websocket',
        reason: { kind: 'browser-sandboxed', browser: 'Chromium (Snap)', path: '~/snap/chromium' },
      }),
      packaging: 'snap',
      way: 'websocket',
    },
  ];
}

function manifestBrowsers(): MachineBrowser[] {
  return fixtureManifests()
    .filter(({ host }) => host === 'pilothouse')
    .map(({ browserId, name, family, found, state, reason }): MachineBrowser => {
      const isOn = state !== 'absent';
      return {
        browserId,
        name,
        family,
        packaging: 'package',
        way: 'manifest',
        found,
        isOn,
        manifest: { state, reason },
        truth: truthOf(state, reason, found),
        note: null,
        version: found === 'yes' ? '142.0.7444.59' : null,
        running: state === 'ours' ? { kind: 'yes', pids: [4711] } : { kind: 'no' },
        profiles: { kind: 'known', list: found === 'yes' ? [{ folder: 'Default', name: 'Ana' }] : [] },
        extensions: [],
        canStart: found === 'yes',
        extensionsPage: family === 'firefox' ? 'about:debugging#/runtime/this-firefox' : 'chrome://extensions',
        opensPage: family === 'firefox',
      };
    });
}

function truthOf(state: string, reason: Reason, found: string): BrowserTruth {
  if (found === 'no') return { kind: 'not-here', reason };
  if (state === 'foreign') return { kind: 'other-program', program: '/opt/other/relay', reason };
  if (state === 'broken') return { kind: 'broken', reason };
  if (state === 'ours') return { kind: 'no-extension', reason };
  return { kind: 'off', reason };
}

/** Ours, overwritten by another program: it is repaired, or given back. */
function ownAnswer(): WhoAnswers {
  const place = '/home/ana/.config/chromium/NativeMessagingHosts/dev.pilothouse.relay.json';
  const taken = fixtureAnswer();
  const program = '/opt/other/relay';
  return {
    ...taken,
    host: 'pilothouse',
    hostName: 'dev.pilothouse.relay',
    extension: 'Pilothouse',
    claims: taken.claims.map(claim => ({ ...claim, place, file: place, program })),
    answer: {
      kind: 'other',
      program,
      reason: { kind: 'answers-other', browser: 'Chromium', extension: 'Pilothouse', program },
    },
    canGiveBack: true,
  };
}

function fixtureAnswer(): WhoAnswers {
  const program = '/home/ana/.claude/chrome/chrome-native-host';
  const reason: Reason = { kind: 'manifest-belongs', program };
  const claim: ManifestClaim = {
    scope: 'user',
    place: '/home/ana/.config/chromium/NativeMessagingHosts/com.anthropic.claude_code_browser_extension.json',
    file: '/home/ana/.config/chromium/NativeMessagingHosts/com.anthropic.claude_code_browser_extension.json',
    program,
    programState: { kind: 'ready' },
    whose: 'other',
    writtenAt: Date.UTC(2026, 10, 23, 13, 21),
    verdict: { kind: 'taken', reason },
  };
  return {
    browserId: 'chromium',
    browser: 'Chromium',
    host: 'claude-code',
    hostName: 'com.anthropic.claude_code_browser_extension',
    extension: 'Claude in Chrome',
    extensionIds: ['fcoeoabgfenejglbffodgkkbkcdhcgfn'],
    claims: [claim],
    answer: { kind: 'other', program, reason },
    policies: [],
    canUse: true,
    canGiveBack: false,
  };
}
