// One of everything that the hub can say: each code, and each variant whose facts choose other words.

import { integerQueries, wordFields } from '../../contract/trace-fields.ts';
import { english } from '../../words/english.ts';
import { fleetVariants, type Variants } from './every-fleet-reason.ts';
import type { TaskStep } from '../../contract/failure-reasons.ts';
import type { SteeringEffect } from '../../contract/program-reasons.ts';
import type { Reason, ReasonKind, Reasons } from '../../contract/reasons.ts';

const why = { kind: 'foreign', text: 'ENOSPC' } as const;

const steeringEffects = Object.keys({
  names: true,
  settings: true,
  'kept-downloads': true,
  libraries: true,
  'c-library': true,
  'node-modules': true,
  certificates: true,
  'fetched-through': true,
  npm: true,
  'yarn-corepack-bun-pnpm': true,
  deno: true,
  uv: true,
  pip: true,
  'python-modules': true,
  'which-python': true,
  'container-or-image': true,
  git: true,
  'shell-file': true,
  'named-program': true,
  'perl-modules': true,
  'ruby-code': true,
  'java-code': true,
  'dotnet-code': true,
  'go-cargo': true,
  electron: true,
  'packages-or-run-with': true,
  'node-modules-first': true,
  'container-or-run-in-it': true,
} satisfies Record<SteeringEffect, true>) as SteeringEffect[];

const taskSteps = Object.keys({
  created: true,
  working: true,
  input_required: true,
  completed: true,
  failed: true,
  cancelled: true,
  unknown: true,
  lost: true,
  expired: true,
  withdrawn: true,
} satisfies Record<TaskStep, true>);

const foundOrNot = [{ found: null }, { found: '‹found›' }];
const projects = [{ project: null }, { project: '‹project›' }];
const amountFields = ['size', 'latency'] as const;
const described = [{}, { title: '‹title›' }, { element: '‹element›' }, { element: '‹element›', title: '‹title›' }];
const onAndOff = [{ on: true }, { on: false }];
const saidOrNot = [{ said: '' }, { said: '‹said›' }];
const starts = (['ask', 'own-tabs', 'read-only'] as const).map(start => ({ start }));
const runModes = ['running', 'read-only', 'paused', 'stopped'] as const;
const authorities = (['file', 'list', 'fleet'] as const).map(by => ({ by }));
const expectedInJson = ['value', 'name', 'colon', 'member', 'item', 'end', 'text', 'escape', 'depth'] as const;

/** The codes whose facts choose the words. A new one that is missing here fails the test that reads this list. */
const variants: Variants = {
  ...fleetVariants,
  'config-json': foundOrNot.flatMap(one =>
    [...expectedInJson, 'names' as const].map(expected => ({ ...one, expected })),
  ),
  'catalogue-source-address': (['no-address', 'not-https', 'with-password', 'no-path'] as const).map(form => ({
    form,
  })),
  'catalogue-left-out': [1, 2].flatMap(count => [
    { count, at: null },
    { count, at: 'version' },
  ]),
  'catalogue-unreadable': [{ expected: 'registry' }, { expected: 'file' }],
  'catalogue-source-set': (['added', 'changed', 'switched-on', 'switched-off', 'taken-away'] as const).map(how => ({
    how,
  })),
  'install-not-of-registry': [{ from: null }, { from: '‹from›' }],
  'catalogue-stored-anew': [{ was: 'broken' }, { was: 'newer' }],
  'config-failed': [{ verb: 'read' }, { verb: 'write' }, { verb: 'remove' }],
  'config-no-table': [{ at: '' }, { at: '‹at›' }],
  'catalogue-forbidden': authorities.flatMap(one => [
    { ...one, because: null },
    { ...one, because: '‹because›' },
  ]),
  'catalogue-not-allowed': authorities,
  'field-no-number': [
    { min: null, max: null },
    { min: 1, max: null },
    { min: null, max: 7 },
    { min: 1, max: 7 },
  ],
  'install-begun': [{ entry: null }, { entry: '‹entry›' }],
  'install-disk-full': [{ needed: null }, { needed: 7 }],
  'npm-integrity': [
    { wanted: null, got: null },
    { wanted: '‹wanted›', got: '‹got›' },
  ],
  'policy-list-does-not-fit': [{ at: null }, { at: '‹at›' }],
  'bundle-manifest-version': [{ version: null }, { version: '‹version›' }],
  'doctor-program-runs': [{ pids: [7] }, { pids: [7, 8] }],
  'entry-without-client': [{ client: null }, { client: '‹client›' }],
  'agent-by-hand': [{ menu: null }, { menu: '‹menu›' }],
  'agent-not-how': [{ how: 'stdio' }, { how: 'http' }],
  'no-config-version': [{ version: null }, { version: 7 }],
  'agent-entry-gone': [{ lost: 0 }, { lost: 1 }, { lost: 7 }],
  'agent-connect': [{ how: 'stdio' }, { how: 'http' }],
  'agent-connect-asked': projects,
  'agent-disconnect': projects,
  'agent-restore': projects.flatMap(one => [
    { ...one, version: null },
    { ...one, version: 7 },
  ]),
  'task-life': [{ life: '‹life›' }, { life: taskSteps.map(step => `${step} 1.0 s`).join(' → ') }],
  'message-too-large': [{ waiting: 0 }, { waiting: 7 }],
  'no-such-tool': [{ server: null }, { server: '‹server›' }, { server: null, namedBy: 'find_tools' }],
  'no-shortcut': [{ known: '' }, { known: '‹known›' }],
  'call-timed-out': [
    { waitsFor: 'question' },
    { waitsFor: 'pause' },
    { waitsFor: 'browser' },
    { waitsFor: 'server' },
    { waitsFor: 'plugin' },
  ],
  'no-connected-browser': [{ connected: '' }, { connected: '‹Work (b1)›' }],
  'tool-held': [{ held: 'new' }, { held: 'changed' }, { held: 'refused' }],
  'process-ended': [{ pid: null }, { pid: 7 }],
  'user-stopped': [{ of: 'agent' }, { of: 'agents' }],
  'entry-no-object': foundOrNot.flatMap(one => (['object', 'table'] as const).map(form => ({ ...one, form }))),
  'entry-no-command': foundOrNot,
  'entry-args': foundOrNot,
  'entry-argument': foundOrNot,
  'entry-cwd': foundOrNot,
  'entry-texts': foundOrNot,
  'entry-type': foundOrNot,
  'entry-names': foundOrNot,
  'no-json': foundOrNot.flatMap(one => [...expectedInJson, 'names' as const].map(expected => ({ ...one, expected }))),
  'no-server-file': foundOrNot.flatMap(one =>
    (['mcpServers', 'mcpServers-or-projects', 'servers'] as const).map(needs => ({ ...one, needs })),
  ),
  'no-server-table': foundOrNot.flatMap(one => (['object', 'table'] as const).map(form => ({ ...one, form }))),
  'launcher-not-written': [{ why: { kind: 'disk-full' } }, { why: { kind: 'file-in-the-way', path: '/x' } }],
  'receipts-not-read': [{ code: null }, { code: 'ENOSPC' }],
  'no-such-browser': [{ extension: null }, { extension: '‹extension›' }],
  'policy-json': expectedInJson.map(expected => ({ expected })),
  'policy-does-not-fit': [
    { at: null, why: { kind: 'no-rule-id' } },
    { at: '‹at›', why: { kind: 'no-rule-id' } },
  ],
  'rule-asker': [
    { via: 'companion', browser: '‹browser›', note: null, processes: [] },
    { via: 'hub', hub: '‹hub›', note: null, processes: [] },
    { via: 'setup', file: '‹file›', note: null, processes: [] },
    ...(['panel', 'tray', 'cli', 'start', 'file', 'fleet'] as const).flatMap(via =>
      ([null, 'alone', 'confirmed', 'no-panel'] as const).map(note => ({
        via,
        note,
        processes: note === 'alone' ? [] : [{ kind: 'asking-process' as const, program: '‹program›', pid: 7 }],
      })),
    ),
  ],
  'model-provider-set': (['added', 'approved', 'changed', 'removed'] as const).map(how => ({ how })),
  'rule-change-not-made': [{ so: 'refused' }, { so: 'unanswered' }],
  'asking-process': [{ program: null }, { program: '‹program›' }],
  'grant-line': (['any', 'site', 'tab', 'server'] as const).flatMap(placeKind =>
    (['use', 'once', 'agent', 'lock', 'always'] as const).flatMap(lifetime =>
      (['client', 'origin', 'plugin'] as const).map(subjectKind => ({
        effect: lifetime === 'use' ? ('deny' as const) : ('allow' as const),
        placeKind,
        lifetime,
        subjectKind,
        subject: '‹subject›',
        scope: 'servers:call' as const,
        tools: lifetime === 'once' ? ['‹tool›'] : null,
        reading: lifetime === 'lock',
        place: '‹place›',
      })),
    ),
  ),
  'grant-revoked': [{ grant: null }, { grant: why }],
  'mode-set': runModes.map(mode => ({ was: 'running' as const, mode })),
  'agent-mode-set': runModes.map(mode => ({ mode })),
  'command-foreign': [{ leadsTo: null }, { leadsTo: '‹leadsTo›' }],
  'lock-pause-set': onAndOff,
  'prometheus-set': onAndOff,
  'telemetry-busy': saidOrNot,
  'telemetry-refused': saidOrNot,
  'telemetry-partly': saidOrNot,
  'query-needs-value': ([...wordFields, ...integerQueries, 'status', 'dir'] as const).map(queryField => ({
    queryField,
  })),
  'query-needs-sign': amountFields.map(amountField => ({ amountField })),
  'query-needs-amount': amountFields.map(amountField => ({ amountField })),
  'query-no-amount': amountFields.map(amountField => ({ amountField })),
  'things-taken': [{ count: 1 }, { count: 2, replaced: ['google', 'mail'] }],
  'servers-added': [{ servers: ['‹a›'] }, { servers: ['‹a›', '‹b›'] }],
  'server-run-set': (['started', 'stopped', 'restarted'] as const).map(how => ({ how })),
  'cli-widens-set': onAndOff,
  'credential-made': starts,
  'client-admitted': [{ admitted: true }, { admitted: false }],
  'client-start-set': starts,
  'client-listing-set': [{ listing: 'whole' }, { listing: 'groups' }, { listing: 'search' }],
  'client-sees-hub-set': onAndOff,
  'browser-decided': [{ how: 'approved' }, { how: 'refused' }, { how: 'forgotten' }],
  'no-companion-port': [{ why: null }, { why }],
  'secret-changed': [{ isSet: true }, { isSet: false }],
  'account-client-changed': [{ isSet: true }, { isSet: false }],
  'tool-switched': onAndOff.flatMap(({ on }) => [
    { on, client: null },
    { on, client: '‹client›' },
  ]),
  'tool-reviewed': [{ accept: true }, { accept: false }],
  'server-taken-with': [{ lost: [why] }],
  'plugin-taken-with': [{ lost: [why] }],
  'plugin-registered-again': [{ changed: 0 }, { changed: 7 }],
  'plugin-tools-listed': [{ changed: 0 }, { changed: 7 }],
  'plugin-unregistered': [{ said: null }, { said: '‹said›' }],
  'plugin-ping-answered': [{ uptimeSeconds: null }, { uptimeSeconds: 7 }],
  'plugin-switched': onAndOff,
  'plugin-enabled-set': onAndOff,
  'plugin-offered-set': onAndOff,
  'plugins-only-listed-set': onAndOff,
  'plugin-listed-set': onAndOff,
  'agent-disconnect-with': projects.map(one => ({ ...one, lost: [why] })),
  'prompts-answered': (['use', 'once', 'agent', 'lock', 'always'] as const).flatMap(lifetime =>
    (['allow', 'deny'] as const).map(effect => ({ effect, lifetime, calls: [why] })),
  ),
  'learning-switched': onAndOff,
  'endpoint-set': onAndOff,
  'manifest-set': [{ isInstalled: true }, { isInstalled: false }],
  'site-question-ended': [{ origin: null }, { origin: '‹origin›' }],
  'not-in-this-view': (['question', 'grant', 'tab', 'site', 'chat'] as const).map(what => ({ what })),
  'site-answer-beyond': (['scope', 'tool'] as const).map(what => ({ what })),
  'site-set': [
    { blocked: true, flags: [] },
    { blocked: false, flags: [] },
    { blocked: null, flags: ['‹flag›'] },
  ],
  'site-tool-ticked': onAndOff,
  'site-answered': (['allow', 'deny'] as const).flatMap(effect =>
    (['once', 'always'] as const).flatMap(lifetime => [[], ['‹tool›']].map(tools => ({ effect, lifetime, tools }))),
  ),
  'site-denied-here': (['grant', 'policy', 'fleet'] as const).map(by => ({ by })),
  'oauth-refused': [{ code: null }, { code: 'invalid_grant' }],
  'manifest-code': [{ of: 'module' }, { of: 'script' }],
  'sign-in-refused': [{ code: null }, { code: 'ENOSPC' }],
  'sign-in-address': (['server', 'sign-in', 'redirect'] as const).map(of => ({ of })),
  'version-of': [
    { chosen: 'default', version: null },
    { chosen: 'newest', version: '24.1.0' },
  ],
  'steers-program': steeringEffects.map(changes => ({ changes })),
  'lacks-capability': [{ missing: [] }, { missing: ['sampling'] }, { missing: ['sampling', 'roots'] }],
  'browser-waits-not': (['deciding', 'connected', 'away', 'denied'] as const).map(state => ({ state })),
  mode: (['stopped', 'paused', 'read-only'] as const).flatMap(mode => [
    { mode, of: 'all' as const },
    { mode, of: 'agent' as const },
  ]),
  'server-entered': (['blocked', 'running', 'degraded', 'waiting', 'unauthorized'] as const).flatMap(state => [
    { state, agent: null, why: null },
    { state, agent: 'agent_1', why },
  ]),
  'server-down': [{ state: null }, { state: 'crashed' }],
  'plugin-down': [
    { state: null },
    { state: 'disabled' },
    { state: 'unreachable' },
    { state: 'error' },
    { state: 'away' },
  ],
  owner: (['you', 'none', 'agent'] as const).map(owner => ({ owner })),
  denied: [
    { by: 'grant', frame: null, reason: null },
    { by: 'grant', frame: 'https://a.example', reason: null },
    { by: 'policy', frame: null, reason: null },
    { by: 'policy', frame: 'https://a.example', reason: '‹reason›' },
    { by: 'fleet', fleet: { version: 4, signer: '‹signer›' }, frame: null, reason: null },
    { by: 'fleet', fleet: { version: 4, signer: '‹signer›' }, frame: 'https://a.example', reason: '‹reason›' },
    ...(['grant', 'policy'] as const).flatMap(by => described.map(one => ({ by, frame: null, reason: null, ...one }))),
  ],
  'read-only-client': described,
  undecided: (['not-answered', 'rules-changed', 'no-panel', 'at-gateway', 'not-allowed-any-more'] as const).flatMap(
    since => described.map(one => ({ since, ...one })),
  ),
  'this-use': described,
  'browser-not-connected': [{ next: null }, { next: '‹next›' }],
  'browser-changed': [{ byUser: true }, { byUser: false }],
  'tab-elsewhere': [{ isHere: true }, { isHere: false }],
  'off-plan': [{ by: 'user' }, { by: 'program' }],
  'tab-moved': [
    { before: null, after: 'https://a.example' },
    { before: 'https://a.example', after: null },
    { before: 'https://a.example', after: 'https://a.example' },
  ],
  'home-held': [{ pid: null }, { pid: 7 }],
  'file-not-packed': [{ so: 'no-start' }, { so: 'no-load' }, { so: 'no-server' }],
  'database-failed': [
    ...['SQLITE_BUSY', 'SQLITE_CORRUPT', 'SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_IOERR', 'SQLITE_CANTOPEN'],
    ...['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EROFS', 'SQLITE_OTHER'],
  ].map(code => ({ code })),
  'recording-ended': [{ why: null }, { why: 'ENOSPC' }],
  'secrets-in-keychain': [{ backend: null }, { backend: 'gnome_libsecret' }],
  'keychain-unusable': [{ backend: null }, { backend: 'gnome_libsecret' }],
  'weak-token': [{ lacks: 'length' }, { lacks: 'characters' }, { lacks: 'variety' }],
  'at-page-site': [null, 'https://b.example'].map(from => ({ member: '‹member›', site: 'https://a.example', from })),
  'at-page-near': [null, 'nas.example'].flatMap(host =>
    [true, false].map(isThisMachine => ({ member: '‹member›', host, address: '10.0.0.5', isThisMachine })),
  ),
  'at-own-browser': [null, '‹url›'].map(url => ({ method: '‹method›', url })),
  'at-model': [{ model: null }, { model: '‹model›' }],
  'harbor-oauth-client': [true, false].map(isSet => ({ provider: '‹provider›', client: '‹client›', isSet })),
  'at-browser': [null, 'https://a.example'].flatMap(site => [null, 'Work'].map(browser => ({ site, browser }))),
  'at-tab': [null, 'https://a.example'].flatMap(site =>
    [null, 'https://a.example', 'https://b.example'].flatMap(page =>
      [false, site !== null].flatMap(inFrame =>
        [null, 'Work'].flatMap(browser => described.map(one => ({ site, inFrame, page, browser, ...one }))),
      ),
    ),
  ),
  exited: [
    { of: 'server', code: 1 },
    { of: 'runner', code: null },
  ],
  'exited-saying': [
    { of: 'server', code: 1 },
    { of: 'runner', code: null },
  ],
  'exited-because': [
    { of: 'server', code: 1 },
    { of: 'runner', code: null },
  ],
  killed: [{ of: 'server' }, { of: 'runner' }],
  'handshake-timed-out': [{ why: null, said: null }, { why: null }, { said: null }],
  'fetching-package': [{ runner: 'npx', said: null }, { runner: 'uvx' }, { runner: 'docker' }],
  'certificate-not-trusted': [
    ...(['expired', 'not-yet-valid', 'self-signed', 'unknown-issuer', 'revoked', 'other'] as const).map(so => ({ so })),
    { so: 'other-host', names: null },
    { so: 'other-host', names: '‹names›' },
  ],
  'uv-no-program': [{ offered: [] }, { offered: ['fastapi'] }],
  'node-too-old': [{ version: null }, { version: '‹version›' }],
  'address-taken': [{ address: null }, { address: '‹address›' }],
  'needs-variables': [{ names: ['A_B'] }, { names: ['A_B', 'C_D'] }],
  'program-missing': [
    { from: null, at: null },
    { from: 'uv', at: 'https://docs.astral.sh/uv' },
  ],
  'not-on-path': [
    { path: null, windows: true, from: null, at: null },
    { path: '/bin', windows: false, from: 'uv', at: 'https://docs.astral.sh/uv' },
  ],
  'not-approved': [{ what: 'command' }, { what: 'address' }],
  'approval-changed': [{ what: 'command' }, { what: 'address' }],
  'approval-by-names': [{ what: 'variables' }, { what: 'headers' }],
  'host-away': [{ said: null }, { said: 'ENOSPC' }],
  'host-refused': [400, 403, 404, 405, 429, 500].map(status => ({ status, said: null })),
  'version-not-fixed': (['npx', 'uvx', 'docker'] as const).flatMap(runner => [
    { runner, version: null },
    { runner, version: '^1.2' },
  ]),
  'server-away': (
    [
      ...(['blocked', 'installing', 'stopped', 'starting', 'running', 'stopping', 'crashed', 'failed'] as const),
      ...(['waiting', 'unauthorized'] as const),
    ] as const
  ).map(state => ({ state, why: { kind: 'was-stopped' as const } })),
  'manifest-failed': (
    [
      { kind: 'file-in-the-way', path: '/x' },
      { kind: 'folder-in-the-way' },
      { kind: 'disk-read-only' },
      { kind: 'disk-full' },
      { kind: 'no-right', user: 'ana', verb: 'write', folder: null },
      { kind: 'no-right', user: 'ana', verb: 'write', folder: '/x' },
      { kind: 'place-of-user', what: 'file', owner: 0, user: 'ana' },
      { kind: 'place-of-user', what: 'folder', owner: 7, user: 'ana' },
      { kind: 'foreign', text: 'ELOOP' },
    ] as const
  ).flatMap(cause => (['read', 'write', 'remove'] as const).map(verb => ({ verb, why: cause }))),
  'manifest-not-kept': [{ verb: 'write' }, { verb: 'remove' }],
  'manifest-copy-fault': [{ verb: 'write' }, { verb: 'remove' }],
  'no-right': (['read', 'write', 'remove'] as const).flatMap(verb => [
    { verb, folder: null },
    { verb, folder: '/x' },
  ]),
  'place-of-user': [
    { what: 'file', owner: 0 },
    { what: 'folder', owner: 7 },
  ],
  'manifest-shared': [{ others: ['Edge'] }, { others: ['Edge', 'Brave'] }],
  'manifest-drift': [{ differing: [] }, { differing: ['path'] }, { differing: ['path', 'type'] }],
  'manifest-overwritten': [
    { program: null, at: null },
    { program: '‹program›', at: null },
    { program: null, at: '‹at›' },
    { program: '‹program›', at: '‹at›' },
  ],
  'claim-no-file': [{ file: null }, { file: '‹file›' }],
  'not-recorded': [{ why: null }, { why: 'ENOSPC' }],
  'command-line-shell': ['|', '>', '<', ';', '&', '`', '$('].map(sign => ({ sign })),
  'page-moved': (['dropped', 'read', 'begun'] as const).flatMap(how => [
    { how, decided: null, url: null },
    { how, decided: 'https://a.example', url: 'https://b.example' },
  ]),
  'kept-withheld': (['unknown', 'no-site', 'site'] as const).flatMap(so =>
    (['console messages', 'requests'] as const).flatMap(kept => onAndOff.map(({ on }) => ({ so, kept, emptied: on }))),
  ),
  'gif-withheld': (['unknown', 'other-agent', 'no-site', 'site'] as const).map(so => ({ so })),
  'upload-refused': (['hidden', 'ours', 'system', 'not-there', 'not-readable', 'no-file'] as const).map(so => ({ so })),
  'undeclared-ability': [{ by: 'agent' }, { by: 'shared-run' }],
  'value-form': (['string', 'number', 'int', 'boolean', 'array', 'object', 'other'] as const).map(expected => ({
    expected,
  })),
  'value-not-offered': foundOrNot,
  'value-bound': (['text', 'list', 'number'] as const).flatMap(form =>
    (['most', 'least', 'exact'] as const).flatMap(end => [1, 7].map(bound => ({ form, end, bound }))),
  ),
  'no-handshake': [{ why: null }, { why }],
  'no-tool-result': [{ why: null }, { why }],
  'token-lacks': [{ lacks: 'length' }, { lacks: 'characters' }, { lacks: 'variety' }],
  'visible-reference': [{ remote: true }, { remote: false }],
};

/** Facts that another sentence of ours stands in; texts and numbers need no word for it. */
const inner: { readonly [K in ReasonKind]?: Partial<Reasons[K]> } = {
  several: { reasons: [{ kind: 'was-stopped' }, { kind: 'disk-full' }] },
  'port-held': { by: { kind: 'process', pid: '5230', program: 'node' } },
  'place-held': { by: { kind: 'another-process' } },
  'row-left-out': { why: { kind: 'database-closed', file: '/x' } },
  'value-at': { why: { kind: 'value-missing' } },
  'runs-other-code': { names: ['PATH', { kind: 'its-folder' }] },
};

/** Codes whose facts choose the words, which only the list above can give. */
export const chosenByFacts = (Object.keys(english.texts) as ReasonKind[]).filter(
  kind => typeof english.texts[kind] === 'function',
);

/** Everything that the hub can say, of facts that are no words of any language. */
export function everyReason(): Reason[] {
  return (Object.keys(english.texts) as ReasonKind[]).flatMap(kind =>
    (variants[kind] ?? [{}]).map(facts => ({ ...plainFacts, ...inner[kind], ...facts, kind }) as unknown as Reason),
  );
}

export function hasVariants(kind: ReasonKind): boolean {
  return Object.hasOwn(variants, kind);
}

/** Of every name that a text speaks of; what a code does not have is not read. */
const plainFacts = {
  why,
  ...Object.fromEntries(
    [
      ...[
        'file',
        'cause',
        'sql',
        'name',
        'table',
        'pid',
        'program',
        'place',
        'path',
        'mode',
        'server',
        'signal',
        'method',
      ],
      ...[
        'said',
        'spoken',
        'folder',
        'command',
        'secret',
        'system',
        'argument',
        'project',
        'host',
        'code',
        'what',
        'link',
      ],
      ...[
        'own',
        'version',
        'user',
        'browser',
        'launcher',
        'copy',
        'home',
        'endpoint',
        'prompt',
        'answer',
        'grant',
        'client',
      ],
      ...[
        'agent',
        'state',
        'tool',
        'to',
        'variable',
        'sign',
        'quote',
        'call',
        'address',
        'reference',
        'text',
        'at',
        'from',
        'shell',
        'octal',
        'client',
        'remedy',
        'id',
        'agentId',
        'serverId',
        'run',
        'origin',
        'frame',
        'reason',
        'found',
        'before',
        'after',
        'other',
        'part',
        'option',
        'type',
        'runtime',
        'range',
        'here',
        'algorithm',
      ],
    ].map(name => [name, `‹${name}›`]),
  ),
  ...Object.fromEntries(
    [
      ...[
        'entries',
        'port',
        'uid',
        'calls',
        'mib',
        'pings',
        'atOnce',
        'attempt',
        'of',
        'starts',
        'status',
        'most',
        'chars',
        'owner',
      ],
      ...['count', 'tab', 'entry', 'tabId', 'max', 'running', 'bytes', 'seconds', 'offset'],
    ].map(name => [name, 7]),
  ),
  ...Object.fromEntries(
    ['missing', 'places', 'others', 'differing', 'breadths', 'names', 'known', 'servers', 'platforms'].map(name => [
      name,
      ['‹a›', '‹b›'],
    ]),
  ),
};
