// agents.orchestrate.route: the first agent whose condition the input meets. Conditions are a few plain forms, and no programs.
import { isRecord } from '../../../../contract/json.ts';
import { fitsPattern } from '../../../../contract/json-schema/safe-pattern.ts';
import { invalid, needText, textIn } from '../page-asked.ts';
import { agentBounds } from './agent-bounds.ts';
import { configIn, filledTask, idIn, maxSteps, recordsIn } from './orchestration.ts';
import type { PageAsked, Payload } from '../page-asked.ts';
import type { InvocationResult } from './invocation.ts';
import type { Orchestrating } from './orchestration.ts';

const maxConditionChars = 500;
/** Of an input that a pattern is held against. */
const maxInputChars = 10_000;

export async function runRoute({ ask, newId }: Orchestrating, asked: PageAsked): Promise<unknown> {
  const config = configIn(asked, 'router');
  const { input } = asked.payload;
  const task = filledTask(needText(asked, 'task', agentBounds.taskChars), input);
  const routes =
    Array.isArray(config.routes) && config.routes.length === 0 ? [] : recordsIn(config, 'routes', maxSteps);
  const read = routes.map(readRoute);
  const match = read.find(({ condition }) => meets(condition, input));
  const chosen = match?.agentId ?? textIn(config, 'defaultAgentId', 200) ?? null;
  const result = chosen === null ? noRoute : await ask(chosen, task, input);
  return {
    routerId: textIn(config, 'id', 200) ?? newId('router'),
    selectedAgentId: chosen ?? '',
    matchedCondition: match?.condition ?? null,
    invocationResult: result,
    // One generation reads the result itself.
    ...result,
  };
}

const noRoute: InvocationResult = {
  success: false,
  error: { code: 'ERR_NO_ROUTE', message: 'No route fits the input, and there is no defaultAgentId.' },
  executionTime: 0,
};

function readRoute(route: Payload) {
  const condition = textIn(route, 'condition', maxConditionChars + 1);
  if (condition === undefined || condition.length > maxConditionChars)
    throw invalid(`Each route needs "condition", a text of 1 to ${maxConditionChars} characters.`);
  return { condition, agentId: idIn(route, 'agentId') };
}

/** `always`, `hasProperty:x`, `type:t`, `regex:p`, `field:value`. A pattern that could take too long over this input fits nothing. */
export function meets(condition: string, input: unknown): boolean {
  if (condition === 'always') return true;
  const [, form = '', value = ''] = /^([^:]+):([\s\S]*)$/.exec(condition) ?? [];
  switch (form) {
    case '':
      return false;
    case 'hasProperty':
      return isRecord(input) && Object.hasOwn(input, value);
    case 'type':
      return typeof input === value;
    case 'regex':
      return typeof input === 'string' && input.length <= maxInputChars && fitsPattern(value, input) === true;
    default:
      return isRecord(input) && Object.hasOwn(input, form) && asText(input[form]) === value;
  }
}

function asText(value: unknown): string | null {
  return typeof value === 'object' ? null : String(value);
}
