// The page of a call, asked by scripts of the hub's own through an extension of spec 001: only as long as it is the one that was decided for.
import { HubError } from '../../../../contract/errors.ts';
import { isRecord, jsonIn } from '../../../../contract/json.ts';
import { type Condition, conditionExpression } from '../../../../native-host/dialects/claude/claude-scripts.ts';
import { QuotedError } from '../../wire/rpc-error.ts';
import type { Ask } from './foreign-group.ts';
import type { PageCall } from './watched-call.ts';

/** Of what the extension says of a page that cannot be asked, in characters. */
const mostQuoted = 300;

/** The document in which a call began, shared by its parts. */
export interface BegunIn {
  at?: unknown;
}

export class ClaudePage {
  readonly #ask: Ask;
  readonly #begunIn: BegunIn;

  constructor(ask: Ask, begunIn: BegunIn) {
    this.#ask = ask;
    this.#begunIn = begunIn;
  }

  /** The record that a script answers with; some versions write more below it. Rejects with what it says is wrong. */
  async run(call: PageCall, expression: string): Promise<Record<string, unknown>> {
    const value = await this.#valueOf(call, expression);
    if (value instanceof HubError) throw value;
    this.#begunIn.at ??= value.at;
    // A wait gives the page time to go elsewhere, where nothing was decided for.
    if (value.at !== this.#begunIn.at || value.from !== siteOf(call)) throw changed(call);
    expectNoProblem(call, value);
    return value;
  }

  /** Nothing else is done, so that another page of the site may come meanwhile, and is what was waited for. An error where it cannot be asked now. */
  async meets(call: PageCall, condition: Condition): Promise<boolean | HubError> {
    const value = await this.#valueOf(call, conditionExpression(condition));
    if (value instanceof HubError) return value;
    if (value.from !== siteOf(call)) throw changed(call);
    expectNoProblem(call, value);
    return value.met === true;
  }

  /** An error, with what the extension says, where the page cannot be asked, as one that is on its way. */
  async #valueOf(call: PageCall, expression: string): Promise<Record<string, unknown> | HubError> {
    const { content, isError } = await this.#ask('javascript_tool', { text: expression }, call.tabId);
    const said = String(content.find(block => typeof block.text === 'string')?.text ?? '');
    return (isError ? undefined : recordIn(said)) ?? unasked(call, said);
  }
}

function unasked({ tool }: PageCall, said: string): HubError {
  const words = said.trim().slice(0, mostQuoted);
  const why = words === '' ? '.' : `; the extension says: ${words}`;
  return new QuotedError('ERR_TOOL_FAILED', `${tool}: the page could not be asked${why}`);
}

function expectNoProblem({ tool }: PageCall, { problem }: Record<string, unknown>): void {
  if (typeof problem === 'string') throw new HubError('ERR_TOOL_FAILED', `${tool}: ${problem}.`);
}

/** As a script tells where its document comes from. */
function siteOf({ decided }: PageCall): string {
  return decided.origin ?? 'null';
}

function changed({ tool }: PageCall): HubError {
  return new HubError('ERR_TOOL_FAILED', `${tool}: the page has changed; look at it, then call again.`);
}

function recordIn(said: string): Record<string, unknown> | undefined {
  const whole = jsonIn(said);
  const value = typeof whole === 'string' ? jsonIn(whole) : (whole ?? jsonIn(/\{.*\}/.exec(said)?.[0] ?? ''));
  return isRecord(value) ? value : undefined;
}
