// Why a call that was let through failed at the hub, and not at its target: codes with their facts.

/** What a call was waiting for when its time was over. */
export type CallWait = 'question' | 'pause' | 'browser' | 'server' | 'plugin';

/** What a task goes through: the statuses of MCP, and the ends that the hub knows beside them. */
export type TaskStep =
  | 'created'
  | 'working'
  | 'input_required'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'unknown'
  | 'lost'
  | 'expired'
  | 'withdrawn';

export interface FailureReasons {
  'call-cancelled': object;
  /** With the words that came with the cancellation. */
  'call-cancelled-saying': { said: string };
  'cancelled-or-left': object;
  /** What became of a call that went on as a task: each `TaskStep` with the seconds since it began. */
  'task-life': { life: string };
  /** The user's own call, from the panel. */
  'own-call-cancelled': object;
  /** `peer` is who did not answer. */
  'not-answered-in-time': { peer: string; method: string; seconds: number };
  /** The timeout that its agent gave it is over. */
  'call-timed-out': { tool: string; seconds: number; waitsFor: CallWait };
  'not-connected-any-more': { peer: string };

  'no-browser-for-call': object;
  /** `connected`: names and ids of those that are there, empty for none. `found` is the start of its JSON. */
  'no-connected-browser': { found: string; connected: string };
  /** Its extension has no counterpart of the tool. */
  'browser-cannot': { tool: string; browser: string };
  /** A tool that is made of several calls, where one call is asked for. */
  'not-one-call': { tool: string };
  'for-agents': { tool: string };
  'browser-disconnected': { browser: string };
  /** A browser that takes one call at a time. */
  'calls-wait-for-browser': { browser: string; most: number };
  'browser-was-busy': { browser: string; seconds: number };
  /** In bytes; `waiting` of them wait for the browser already. */
  'message-too-large': { bytes: number; most: number; waiting: number };
  'request-too-large': { bytes: number; most: number };
  'upload-too-large': { file: string; bytes: number; most: number };

  /** `decided` and `url` are null where there is no site, and where the browser does not tell. */
  'page-moved': {
    tool: string;
    browser: string;
    tab: number;
    decided: string | null;
    url: string | null;
    how: 'dropped' | 'read' | 'begun';
  };
  'picture-of-other-tab': { browser: string; tab: number };
  'tab-list-unreadable': object;
  /** `so`: what is known of the pages before; `origin` is null but for a site. */
  'kept-withheld': {
    browser: string;
    tab: number;
    kept: 'console messages' | 'requests';
    so: 'unknown' | 'no-site' | 'site';
    origin: string | null;
    emptied: boolean;
  };
  'gif-withheld': { browser: string; so: 'unknown' | 'other-agent' | 'no-site' | 'site'; origin: string | null };
  'other-companion': { said: number; spoken: number };
  'upload-no-paths': { most: number };
  'upload-refused': { file: string; so: 'hidden' | 'ours' | 'system' | 'not-there' | 'not-readable' | 'no-file' };
  'undeclared-ability': { method: string; by: 'agent' | 'shared-run' };

  // A request that came over other hubs, or over programs between.
  'hub-asks-itself': object;
  'too-many-hops': { hops: number; most: number };

  // A request that a wire does not take.
  'id-in-use': { id: string };
  'too-many-in-flight': { most: number };
  'message-no-utf8': object;
  'message-no-json': { cause: string };

  /** `others` are offered, all of one server where it is named. */
  'no-such-tool': {
    tool: string;
    others: number;
    server: string | null;
    /** What names them to whoever asks: `tools/list`, or a tool. */
    namedBy?: string;
  };
  'no-such-group': { group: string; groups: string };
  'argument-missing': { tool: string; argument: string };
  'tool-off': { tool: string };
  'tool-held': { tool: string; held: 'new' | 'changed' | 'refused' };
  'no-content': { tool: string };
  'asked-too-often': { rounds: number };
  'asked-without-method': { key: string };
  'not-openable': { found: string };
  /** `found` is the start of its JSON. */
  /** In milliseconds; `found` is the start of its JSON. */
  'no-timeout': { tool: string; found: string; least: number; most: number };
  'no-such-action': { tool: string; found: string; known: string };
  'no-tab-number': { found: string };
  /** `found` is the start of its JSON; `known` are the commands that there are, empty for none. */
  'no-shortcut': { found: string; known: string };
  /** It was changed or removed after it was called. */
  'shortcut-changed': { command: string };
  'no-plan': { found: string };
  'no-allowed-domains': { found: string };
  /** The program that calls was told that the user is asked, and gave the call up. */
  'declined-by-program': object;
  'no-run': { name: string; found: string };
}
