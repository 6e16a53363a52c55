// What the permission mode of a client of the local bridge comes to here: it gives nothing, and a stricter one than the user's rules holds.
import { isRecord } from '../../../../contract/json.ts';
import { noticesKey } from '../../../../native-host/dialects/claude/claude-bridge.ts';
import { hubError } from '../../../../words/hub-error.ts';
import type { ToolCallParams, ToolResult } from '../../../../contract/schemas/messages.ts';

export interface AskedMode {
  /** Domains to which the call keeps; absent where the mode narrows nothing. */
  readonly heldTo?: readonly string[];
  /** What its asker is told of it; null where there is nothing to tell. */
  readonly said: { readonly text: string; readonly notice: string } | null;
}

const maxDomains = 200;
const maxDomainChars = 300;

/** Reads `permission_mode` and `allowed_domains` (2.1.330). Throws ERR_INVALID_ARGUMENTS for domains that are none. */
export function readMode({ permission_mode: mode = 'ask', allowed_domains: domains }: ToolCallParams): AskedMode {
  switch (mode) {
    case 'ask':
      return { said: null };
    case 'skip_all_permission_checks':
      return {
        said: {
          notice: 'permission_checks_not_skipped',
          text: "permission_mode skip_all_permission_checks skips nothing here: the user's rules in Pilothouse decide, and the user is asked about what they leave open.",
        },
      };
    case 'follow_a_plan':
      return domains === undefined ? unplanned : { heldTo: readDomains(domains), said: planned };
    default:
      return {
        said: {
          notice: 'permission_mode_unknown',
          text: `permission_mode ${JSON.stringify(mode).slice(0, 60)} means nothing here: the user's rules in Pilothouse decide.`,
        },
      };
  }
}

const unplanned: AskedMode = {
  said: {
    notice: 'plan_without_domains',
    text: "permission_mode follow_a_plan came without allowed_domains, so it narrows nothing: the user's rules in Pilothouse decide.",
  },
};

const planned = {
  notice: 'held_to_allowed_domains',
  text: "permission_mode follow_a_plan holds these calls to its allowed_domains. It allows nothing there: the user's rules in Pilothouse decide.",
};

function readDomains(domains: unknown): string[] {
  const isDomain = (each: unknown): each is string => typeof each === 'string' && each.length <= maxDomainChars;
  if (Array.isArray(domains) && domains.length <= maxDomains && domains.every(isDomain)) return domains;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-allowed-domains', found: JSON.stringify(domains).slice(0, 100) });
}

/** The answer, and behind it what its asker is told. */
export function withSaid(result: ToolResult, { said }: AskedMode): ToolResult {
  if (!said) return result;
  const { text, notice } = said;
  const meta = isRecord(result._meta) ? result._meta : {};
  return {
    ...result,
    content: [...result.content, { type: 'text', text }],
    _meta: { ...meta, [noticesKey]: [{ kind: notice }] },
  };
}
