// What the hub says, as values: each code with its facts. Whoever shows one words it in the language of its reader (`words/`).
import type { AddingReasons } from './adding-reasons.ts';
import type { AgentConfigReasons } from './agent-config-reasons.ts';
import type { AgentReasons } from './agent-reasons.ts';
import type { PlainBrowserReasons, PlainManifestReasons } from './browser-reasons.ts';
import type { BundleReasons } from './bundle-reasons.ts';
import type { PlainCatalogueReasons } from './catalogue-reasons.ts';
import type { ChatReasons } from './chat-reasons.ts';
import type { CommandReasons } from './command-reasons.ts';
import type { DesktopReasons } from './desktop-reasons.ts';
import type { DoctorFindings } from './doctor-reasons.ts';
import type { FailureReasons } from './failure-reasons.ts';
import type { FleetGatewayReasons } from './fleet-gateway-reasons.ts';
import type { PlainFleetLinkReasons } from './fleet-link-reasons.ts';
import type { FleetOutboxReasons } from './fleet-outbox-reasons.ts';
import type { FleetPanelReasons } from './fleet-panel-reasons.ts';
import type { FleetPolicyDeedFacts, FleetPolicyFaultFacts } from './fleet-policy-reasons.ts';
import type { FleetSharedReasons } from './fleet-shared-reasons.ts';
import type { HarborBReasons } from './harbor-b-reasons.ts';
import type { PlainHarborImportReasons } from './harbor-import-reasons.ts';
import type { ImportReasons } from './import-reasons.ts';
import type { PlainInstallReasons } from './install-reasons.ts';
import type { PlainModelReasons } from './model-reasons.ts';
import type { PlainOAuthReasons } from './oauth-reasons.ts';
import type { Lifetime } from './permissions.ts';
import type { PluginReasons } from './plugin-reasons.ts';
import type { PlainPolicyReasons } from './policy-reasons.ts';
import type { ProgramReasons } from './program-reasons.ts';
import type { MembersOf, UnionOf } from './reason-union.ts';
import type { RefusalReasons, ServerStateKind } from './refusals.ts';
import type { RemoteReasons } from './remote-reasons.ts';
import type { PlainRequestReasons } from './request-reasons.ts';
import type { ChangedRuleReasons } from './rule-change-reasons.ts';
import type { SecretReasons } from './secret-reasons.ts';
import type { ServerFailureReasons } from './server-failure-reasons.ts';
import type { PlainServerReasons } from './server-reasons.ts';
import type { SetupReasons } from './setup-reasons.ts';
import type { SiteReasons } from './site-reasons.ts';
import type { TelemetryReasons } from './telemetry-reasons.ts';
import type { TraceQueryReasons } from './trace-query-reasons.ts';
import type { ValueReasons } from './value-reasons.ts';

/** What does not work right now, and how the hub's own parts stand: codes with their facts. */
export interface HubReasons extends SecretReasons {
  // Why the hub does not start. `pid` is that of the one that runs.
  'home-unusable': { home: string; why: Reason };
  'home-folder-none': { folder: string };
  'home-folder-of-other': { folder: string; uid: number };
  'hub-key-none': { file: string };
  'home-held': { home: string; pid: number | null };
  'other-hub': { home: string };
  // Files of ours that are not what was packed or built.
  'file-not-packed': { file: string; so: 'no-start' | 'no-load' | 'no-server' };
  'relay-not-built': { file: string };

  // The database. `code` is SQLite's primary result code or an errno name.
  'database-failed': { file: string; code: string; cause: string };
  'database-closed': { file: string };
  'database-newer': { file: string; version: number; newest: number };
  'database-other': { file: string };
  'database-link': { path: string };
  'row-left-out': { why: Reason; sql: string };
  'entry-unreadable': { name: string; table: string; file: string; why: Reason };

  // The trace.
  'trace-behind': { entries: number };
  'trace-began-anew': { why: string };
  'trace-off': { why: string };
  'recording-ended': { why: string | null };

  // Ways in.
  'port-held': { port: number; by: Reason };
  'prometheus-not-counted': { why: Reason };
  'mcp-not-open': { port: number; why: Reason };
  'weak-token': { lacks: 'length' | 'characters' | 'variety' };
  'tokens-guessed': object;
  process: { pid: string; program: string };
  'another-process': object;
  'stop-or-other-port': object;
  'quit-or-leave-off': object;
  'place-held': { place: string; by: Reason };
  'place-is-link': { path: string };
  'place-no-socket': { path: string };
  'place-no-folder': { path: string };
  /** A socket file is to be where the folder of sockets is. */
  'place-is-folder': { path: string };
  'place-of-other': { path: string; uid: number };
  'place-wrong-mode': { path: string; octal: string };
  'token-not-written': { file: string; why: Reason };

  // Others.
  'learning-ended': object;
  'learning-full': { calls: number };
  'stray-data': { server: string; file: string };

  // Where a call goes, for the question about it and for the audit. `site` is the origin that it is decided for, null where there is none.
  'at-server': { server: string };
  'at-model': { model: string | null };
  'at-own-tools': { server: string; tools: number };
  /** What a web page asks the hub for, by the member of its API. */
  'at-page': { member: string };
  /** The same about another site; `from` is the one that has led there, null where the page named it itself. */
  'at-page-site': { member: string; site: string; from: string | null };
  /** The same about an address that is not on the internet: `host` is the name that means it, null where the page named the address itself. */
  'at-page-near': { member: string; host: string | null; address: string; isThisMachine: boolean };
  'at-own-browser': { method: string; url: string | null };
  'at-browser': { site: string | null; browser: string | null };
  /**
   * `page` is the origin that the tab showed before; `inFrame` says that the site stands in a frame of it. `element` and `title`: what
   * the call would act on and what its page was called, where the user was asked about it; with a title the number is not said.
   */
  'at-tab': {
    tab: number;
    site: string | null;
    inFrame: boolean;
    page: string | null;
    browser: string | null;
    element?: string;
    title?: string;
  };
}

/** Whose process it was. */
type Process = 'server' | 'runner';

/** Why a server is in its state, and what is said of it before it runs: codes with their facts. */
export interface ServerReasons extends RemoteReasons, PlainServerReasons {
  // How its process ended, or why it was ended.
  exited: { of: Process; code: number | null };
  'exited-saying': { of: Process; code: number | null; cause: string };
  /** `why` is what is known of what it wrote. */
  'exited-because': { of: Process; code: number | null; why: Reason };
  killed: { of: Process; signal: string };
  'closed-input': object;
  'closed-output': object;
  'input-full': { mib: number };
  'line-too-long': { mib: number };
  'was-stopped': object;
  'no-answer': { pings: number };
  'handshake-failed': { why: Reason };
  /** `why` is what is known of what it wrote, `said` the end of that; null where it is not known, or it wrote nothing. */
  'handshake-timed-out': { seconds: number; why: Reason | null; said: string | null };
  /** Traces of before may have no `why`, here and in `no-tool-result`. */
  'no-handshake': { why: Reason | null };
  'unusable-answer': { method: string; why: Reason };
  /** It runs, but this list of it cannot be read. */
  'list-failed': { method: string; why: Reason };
  'other-versions': { said: string; spoken: string };

  // Why it could not be started.
  'no-start-folder': { folder: string; command: string };
  'not-executable': { command: string };
  'start-failed': { command: string; why: Reason };
  'no-interpreter': { command: string };
  'no-such-program': { command: string };
  /** `from` and `at`: what it comes with, and where that is had. `path` is null where there is none. */
  'not-on-path': { command: string; path: string | null; windows: boolean; from: string | null; at: string | null };
  'runner-not-started': { why: Reason };
  'runner-of-other-version': object;
  /** A part of the program that is loaded on its first use is not there any more. */
  'replaced-while-running': object;
  'needs-secret': { secret: string };
  'no-wasm-folders': { system: string };
  'batch-file-name': { path: string };
  'batch-line-break': { argument: string };
  'work-folder-in-project': { folder: string; project: string };
  'work-folder-no-folder': { folder: string };
  'work-folder-of-other': { folder: string; uid: number };

  // Why it would be this hub itself: by its address, by its command, or as its own handshake has shown.
  'own-hub-address': { host: string };
  'own-hub-command': object;
  'own-hub-behind': object;
  /** Why it was not added; `why` is one of these. */
  'server-is-own-hub': { name: string; why: Reason };

  // What it waits for, and how it comes back.
  'waits-for-turn': { atOnce: number };
  'automatic-start': { attempt: number; of: number; why: Reason };
  'gave-up': { starts: number; why: Reason };
  /** It was never ready, and would not be at another start. */
  'waits-for-you': { why: Reason };
  /** `said` is the newest line that tells of it. */
  'fetching-package': { runner: 'npx' | 'uvx' | 'docker'; name: string; said: string | null };
  /** It runs elsewhere and was away. */
  'try-again': { attempt: number; why: Reason };
  'not-approved': { what: 'command' | 'address' };
  'approval-changed': { what: 'command' | 'address' };
  'approval-by-names': { what: 'variables' | 'headers' };
  'sign-in-failed': { server: string; why: Reason };

  // What is worth knowing before it runs.
  'version-not-fixed': { runner: 'npx' | 'uvx' | 'docker'; name: string; version: string | null };
  'secret-in-argument': { at: number };
  'secret-in-address': object;
  'runs-other-code': { names: readonly (string | Reason)[] };
  'its-folder': object;

  // What the hub writes into its log. `agent` is the one whose own run it is.
  'server-entered': { state: ServerStateKind; agent: string | null; why: Reason | null };
  'log-lines-left-out': { lines: number };

  // What a call of it is told.
  'ended-during-call': { server: string; why: Reason };
  'server-away': {
    server: string;
    state: Exclude<ServerStateKind, 'degraded'>;
    why: Reason | null;
  };
  'no-server': { server: string };
  'no-environment-group': { name: string; groups: string };
  'too-many-runs': { most: number };
}

type Verb = 'read' | 'write' | 'remove';

/** What is said of native messaging manifests and of switching them: codes with their facts. */
export interface ManifestReasons extends PlainManifestReasons {
  'manifest-failed': { verb: Verb; place: string; why: Reason };
  'manifest-not-kept': { verb: Verb; place: string; why: Reason };
  /** `why` tells what is wrong with the copy. */
  'manifest-copy-fault': { verb: Verb; place: string; why: Reason };
  'launcher-not-written': { path: string; why: Reason };
}

/** What is said of the browsers of this machine and of who answers their extensions. */
export interface BrowserReasons extends PlainBrowserReasons {
  'claim-not-read': { path: string; why: Reason };
  'answers-not': { browser: string; extension: string; why: Reason };
  'browser-forbidden': { browser: string; why: Reason };
  /** A problem on Overview; `browserId` and `host` are those of `manifests:repair`. */
  'browser-unanswered': { browser: string; browserId: string; host: string; extension: string; why: Reason };
  'browser-not-started': { browser: string; why: Reason };
}

/** Why a request of the panel, the command line or an agent was refused: codes with their facts. */
export interface RequestReasons extends PlainRequestReasons {
  /** Where the fault is within the value, such as `servers.0.name`, and what it is. */
  'value-at': { at: string; why: Reason };
  'config-broken': { line: number; column: number; why: Reason };
  'config-failed': { verb: Verb; file: string; why: Reason };
  'no-tool-result': { browser: string; tool: string; why: Reason | null };
  'file-not-read': { file: string; why: Reason };
  'secrets-not-kept': { why: Reason };
  'no-companion-port': { why: Reason | null };
  'stray-data-not-copied': { to: string; why: Reason };
  'no-config': { why: Reason };
  'sign-in-not-asked': { why: Reason };
  'sign-in-cannot-begin': { server: string; why: Reason };
  'policy-unreadable': { why: Reason };
  'policy-does-not-fit': { at: string | null; why: Reason };
}

/** What is said of the catalogue's rules in policies and of the signed list. */
export interface PolicyReasons extends PlainPolicyReasons {
  'policy-list-away': { why: Reason };
  'policy-list-does-not-fit': { at: string | null; why: Reason };
}

/** What is said of the policy of a fleet. */
export interface FleetPolicyReasons {
  'fleet-policy-fault': FleetPolicyFaultFacts & { why: Reason | null };
  'fleet-policy-deed': FleetPolicyDeedFacts & { why: Reason | null };
}

/** What is said of the catalogue of servers: codes with their facts. */
export interface CatalogueReasons extends PlainCatalogueReasons {
  'catalogue-unreachable': { place: string; why: Reason };
  'catalogue-not-started': { why: Reason };
}

/** What is said of models and of whoever provides them. */
export interface ModelReasons extends PlainModelReasons {
  'model-unreachable': { provider: string; why: Reason };
  /** A program of ours, before it answered. */
  'model-program-ended': { provider: string; why: Reason };
  'model-walls-gone': { path: string; why: Reason };
}

/** What is said of installing packages. */
export interface InstallReasons extends PlainInstallReasons {
  // Why no trial start has listed its tools.
  'trial-no-walls': { why: Reason };
  'trial-failed': { why: Reason };
}

/** Sign-ins for servers, and what is taken over from Harbor. */
export interface OAuthReasons extends PlainOAuthReasons {
  'oauth-away': { provider: string; why: Reason };
}

/** Why a hub does not come into its fleet. */
export interface FleetLinkReasons extends PlainFleetLinkReasons {
  'fleet-unreachable': { address: string; why: Reason };
  /** Full, not allowed, or set up in another way; it does not pass by itself. */
  'fleet-server-refuses': { address: string; why: Reason };
  'fleet-part-failed': { part: string; why: Reason };
}

export interface HarborImportReasons extends PlainHarborImportReasons {
  /** What it holds is not what its programs write. */
  'harbor-file': { why: Reason };
  'package-not-fetched': { address: string; why: Reason };
}

/** Changes of what is allowed: what was changed and who asked for it. */
export interface RuleChangeReasons extends ChangedRuleReasons {
  'answered-call': { client: string; tool: string; where: Reason };
  'rule-change': { what: Reason; by: Reason };
  'rule-change-not-made': { what: Reason; by: Reason; so: 'refused' | 'unanswered' };
  /** `note` says why nobody had to be asked, or that somebody was; `browser`, `hub` and `file` are of `companion`, `hub` and `setup` alone. */
  'rule-asker': {
    via: 'panel' | 'tray' | 'cli' | 'start' | 'file' | 'fleet' | 'extension' | 'companion' | 'hub' | 'setup';
    browser?: string;
    hub?: string;
    file?: string;
    processes: readonly Reason[];
    note: 'alone' | 'confirmed' | 'no-panel' | null;
  };
  'started-by': { program: Reason; by: readonly Reason[] };
  'change-waits': { what: Reason; minutes: number };
  'change-refused': { what: Reason };
  /** What it is about is no longer what was confirmed. */
  'change-other': { what: Reason };
  'change-not-confirmed': { what: Reason; minutes: number };
  'grant-added': { grant: Reason; id: string };
  'grant-revoked': { grant: Reason | null; id: string };
  /** `lost` is what was decided about it, and goes with it. */
  'server-taken-with': { server: string; lost: readonly Reason[] };
  'plugin-taken-with': { plugin: string; lost: readonly Reason[] };
  'agent-disconnect-with': { agent: string; project: string | null; lost: readonly Reason[] };
  'prompts-answered': { effect: 'allow' | 'deny'; lifetime: Lifetime; calls: readonly Reason[] };
}

/** What the doctor and the log say together with a cause. */
export interface DoctorReasons extends DoctorFindings {
  'doctor-home-not-written': { path: string; why: Reason };
  'doctor-endpoint-held': { endpoint: string; by: Reason };
  'doctor-endpoint-failed': { endpoint: string; why: Reason };
  'doctor-proof-refused': { why: Reason };
  /** Why a browser takes this one, passes over it or refuses it. */
  'doctor-manifest-why': { path: string; why: Reason };
  'doctor-page-failed': { browser: string; why: Reason };
  'log-agent-gone': { agent: string; why: Reason };
  'log-endpoint-trouble': { endpoint: string; why: Reason };
  'log-server-trouble': { server: string; why: Reason };
}

/** Every code with its facts. Texts among them are from outside; the words are never ours. */
export interface Reasons
  extends AddingReasons,
    InstallReasons,
    AgentConfigReasons,
    AgentReasons,
    BrowserReasons,
    BundleReasons,
    CatalogueReasons,
    ChatReasons,
    CommandReasons,
    DesktopReasons,
    DoctorReasons,
    FailureReasons,
    FleetGatewayReasons,
    FleetSharedReasons,
    FleetPanelReasons,
    FleetPolicyReasons,
    FleetLinkReasons,
    FleetOutboxReasons,
    TelemetryReasons,
    HarborImportReasons,
    HubReasons,
    ImportReasons,
    ManifestReasons,
    PluginReasons,
    PolicyReasons,
    HarborBReasons,
    ModelReasons,
    OAuthReasons,
    ProgramReasons,
    RefusalReasons,
    RequestReasons,
    RuleChangeReasons,
    ServerFailureReasons,
    ServerReasons,
    SetupReasons,
    SiteReasons,
    TraceQueryReasons,
    ValueReasons {
  /** What a server, a page, a library or the system said itself, as it said it. */
  foreign: { text: string };
  /** Several sentences in a row. */
  several: { reasons: readonly Reason[] };
}

export type ReasonKind = keyof Reasons;

export type ReasonOf<Kinds extends ReasonKind> = MembersOf<Reasons, Kinds>;

/** `{ kind: 'exited', code: 1 }`. */
export type Reason = UnionOf<Reasons>;
