// What decided a call: one tagged value, and the one short text under which the audit, traces, filters and exports keep it.
import type { RunMode } from './entities.ts';
import type { FleetAuthority } from './fleet-policy-reasons.ts';

const holdingModes = ['read-only', 'paused', 'stopped'] as const satisfies readonly RunMode[];

/** Rules that say all by their kind. */
export const plainRules = [
  'client-revoked',
  'client-shut-out',
  'no-browser',
  'browser-changed',
  'tab-elsewhere',
  'no-tab',
  'no-own-tab',
  'no-server',
  'no-plugin',
  'no-target',
  'own-tabs',
  'opened-by-page',
  'own-tools',
  'reading-tool',
  'approved-client',
  'read-only-client',
  'learning',
  'this-use',
  'own-call',
  'gates-passed',
  'not-answered',
  'rules-changed',
  'no-panel',
  'at-gateway',
  'not-allowed-any-more',
  'tab-moved',
  'element-changed',
  'off-plan',
  'for-another',
  'other-frame',
  'refused-in-browser',
  'no-answer-in-time',
  'not-begun',
  'cancelled',
] as const;

export type PlainRule = (typeof plainRules)[number];

export type CallRule =
  /** What the user allows all agents, or the one that called, to do. */
  | { readonly kind: 'mode'; readonly mode: (typeof holdingModes)[number]; readonly of: 'all' | 'agent' }
  /** The tab is another's. */
  | { readonly kind: 'owner'; readonly tabId: number }
  /** The budget of the run, in calls. */
  | { readonly kind: 'run'; readonly max: number }
  /** How many calls of one web origin may be under way at a time. */
  | { readonly kind: 'origin'; readonly max: number }
  /** A grant of the user, or a rule of policy.json. */
  | { readonly kind: 'grant' | 'policy'; readonly id: string }
  /** A rule of the fleet's policy; `pause-all` and `stopped-agent` are the parts of it that are no rules. */
  | ({ readonly kind: 'fleet'; readonly id: string } & FleetAuthority)
  | { readonly kind: PlainRule };

/** Of grants and of the policy's rules. Traces are imported too, so nothing else of a text counts as an id. */
const ruleId = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** `grant 24`, `policy no-uploads`, `fleet no-uploads 4 Ops%20team`, `mode paused agent`, `owner 42`, `own-tabs`. */
export function ruleCode(rule: CallRule): string {
  switch (rule.kind) {
    case 'mode':
      return `mode ${rule.mode}${rule.of === 'agent' ? ' agent' : ''}`;
    case 'owner':
      return `owner ${rule.tabId}`;
    case 'run':
    case 'origin':
      return `${rule.kind} ${rule.max}`;
    case 'grant':
    case 'policy':
      return `${rule.kind} ${rule.id}`;
    case 'fleet':
      return `fleet ${rule.id} ${rule.version} ${encodeURIComponent(rule.signer)}`;
    default:
      return rule.kind;
  }
}

/** Null for a text that is none of its codes, such as that of an older trace. */
export function readRule(code: string): CallRule | null {
  const [kind = '', fact = '', of = '', signer = ''] = code.split(' ');
  if (kind === 'fleet') return fleetRuleOf(code, fact, Number(of), signer);
  const rule = ruleOf(kind, fact, of);
  return rule && ruleCode(rule) === code ? rule : null;
}

function ruleOf(kind: string, fact: string, of: string): CallRule | null {
  const mode = holdingModes.find(known => known === fact);
  if (kind === 'mode' && mode) return { kind, mode, of: of === 'agent' ? 'agent' : 'all' };
  const number = Number(fact);
  if (kind === 'owner' && Number.isSafeInteger(number)) return { kind, tabId: number };
  if ((kind === 'run' || kind === 'origin') && Number.isSafeInteger(number)) return { kind, max: number };
  if ((kind === 'grant' || kind === 'policy') && ruleId.test(fact)) return { kind, id: fact };
  const plain = plainRules.find(known => known === kind);
  return plain ? { kind: plain } : null;
}

function fleetRuleOf(code: string, id: string, version: number, encoded: string): CallRule | null {
  if (!ruleId.test(id) || !Number.isSafeInteger(version) || version < 1) return null;
  try {
    const rule: CallRule = { kind: 'fleet', id, version, signer: decodeURIComponent(encoded).slice(0, 80) };
    return ruleCode(rule) === code ? rule : null;
  } catch {
    // It ends within a character.
    return null;
  }
}

/** How audits and traces of older versions name rules, besides grants and the policy's. */
const olderRules: Readonly<Record<string, PlainRule>> = {
  'own tabs': 'own-tabs',
  'reading tool': 'reading-tool',
  'approved client': 'approved-client',
  'read-only client': 'read-only-client',
  'learning mode': 'learning',
  'your answer: this use': 'this-use',
  'no panel open': 'no-panel',
  'not answered yet': 'not-answered',
  'your own call': 'own-call',
  'client revoked': 'client-revoked',
  'client shut out': 'client-shut-out',
  'gates passed': 'gates-passed',
  'tab moved': 'tab-moved',
  'frame of another site': 'other-frame',
  'not allowed any more': 'not-allowed-any-more',
  'refused in the browser': 'refused-in-browser',
  'no answer in time': 'no-answer-in-time',
  'not begun': 'not-begun',
  'owner: no tab': 'no-own-tab',
  target: 'no-target',
};

/** A rule as an older version wrote it, for reading; null for every other text. */
export function readOlderRule(text: string): CallRule | null {
  if (Object.hasOwn(olderRules, text)) return { kind: olderRules[text]! };
  const [, kind = '', fact = '', agent] =
    /^(mode|owner|run|origin): (?:tab )?([a-z-]+|\d{1,10})( \(this agent\)| calls| at a time)?$/.exec(text) ?? [];
  return ruleOf(kind, fact, agent === ' (this agent)' ? 'agent' : '');
}
