// form_input: sets the value of one field of a form, or of many in their order.
import { isRecord } from '../../../contract/json.ts';
import { ToolError } from '../tool-error.ts';
import { beginAct, outcomeOf, outcomeResult } from './outcome.ts';
import { expectTarget, expectUsable, onElement } from './target.ts';
import { Patience, whenReady } from './when-ready.ts';
import type { Target } from '../page/element-refs.ts';
import type { FieldValue } from '../page/fill-element.ts';
import type { Arguments, Tool, ToolContext } from './tool.ts';

const maxFields = 100;

interface Field {
  readonly target: Target;
  readonly value: FieldValue;
}

export const formInput: Tool = async (args, context) => {
  const isOne = args.fields === undefined;
  if (!isOne) expectFieldsAlone(args);
  const fields = isOne ? [readField(args)] : readFields(args);
  if (!isOne)
    await expectUsable(
      context,
      fields.map(({ target }) => target),
    );
  const act = beginAct(context);
  const filled: string[] = [];
  for (const [at, field] of fields.entries()) {
    context.ifCut?.(at === fields.length - 1 ? '' : cutOff(at, fields.length, filled));
    try {
      const { told, done } = await fill(args, context, field, at > 0);
      filled.push(isOne ? done : `${told}: ${done}`);
    } catch (error) {
      throw isOne ? error : stopped(error, at, fields.length, filled);
    }
  }
  const outcome = await outcomeOf(act, false);
  // What a field holds and that it has the focus is told, or goes without saying.
  const changes = outcome.changes && { ...outcome.changes, state: [], focus: '', any: true };
  return outcomeResult(filled.join('\n'), { ...outcome, changes });
};

/** Sets it, and looks in a task of its own what the page has made of that. */
async function fill(
  args: Arguments,
  context: ToolContext,
  { target, value }: Field,
  begun: boolean,
): Promise<{ told: string; done: string }> {
  await context.page.stepOn(begun);
  const patience = new Patience(args, context);
  const { told, done } = await whenReady(args, context, patience, target, 'fillElement', value, !begun);
  const kept = await onElement({ selector_timeout: 0 }, context, target, 'keptValue').catch((error: unknown) => {
    context.signal.throwIfAborted();
    // What leaves with its value, as a page may want it, was filled all the same.
    if (error instanceof ToolError) return '';
    throw error;
  });
  return { told, done: `${done}${kept === '' ? '' : `; it holds ${kept} now`}${patience.told}` };
}

/** What is told of a call that goes no further than this field. */
function cutOff(at: number, count: number, filled: readonly string[]): string {
  const before = at === 0 ? '' : ` Set before it:\n${filled.join('\n')}`;
  return `Field ${at + 1} of ${count} was being set; nothing after it was, so send the rest again.${before}`;
}

/** What was done stays done. */
function stopped(error: unknown, at: number, count: number, filled: readonly string[]): unknown {
  if (!(error instanceof ToolError)) return error;
  const before = at === 0 ? 'none was set' : `set before it:\n${filled.join('\n')}`;
  const details = { ...error.details, ...(at > 0 && { begun: true }) };
  return new ToolError(
    error.code,
    `Field ${at + 1} of ${count}: ${error.message} Nothing behind it was set; ${before}`,
    details,
  );
}

/** What stands beside the list would be set nowhere. */
function expectFieldsAlone(args: Arguments): void {
  const beside = ['ref', 'selector', 'value'].filter(name => args[name] !== undefined && args[name] !== null);
  if (beside.length === 0) return;
  throw new ToolError(
    'ERR_INVALID_ARGUMENTS',
    `${beside.join(' and ')} stand beside fields; send that field as one more of fields.`,
  );
}

function readFields({ fields }: Arguments): readonly Field[] {
  if (Array.isArray(fields) && fields.length > 0 && fields.length <= maxFields && fields.every(isRecord))
    return fields.map(field => readField(field));
  throw new ToolError(
    'ERR_INVALID_ARGUMENTS',
    `fields is ${JSON.stringify(fields)?.slice(0, 100)}; send [{"ref", "value"}, …], at most ${maxFields}.`,
  );
}

function readField(args: Arguments): Field {
  return { target: expectTarget(args, 'form_input'), value: readValue(args.value) };
}

function readValue(value: unknown): FieldValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) return value;
  throw new ToolError(
    'ERR_INVALID_ARGUMENTS',
    `value is ${JSON.stringify(value)}; send a text or a number, true or false for what can be checked, or texts for a list that takes several.`,
  );
}
