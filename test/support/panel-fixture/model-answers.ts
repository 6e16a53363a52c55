// What the fixture answers about models: none were added yet, and nothing of them is kept.
import { HubError } from '../../../contract/errors.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

type ModelRequest = Extract<keyof PanelHandlers, `models:${string}`>;

export function modelAnswers(): Pick<PanelHandlers, ModelRequest> {
  const gone = (): never => {
    throw new HubError('ERR_INVALID_ARGUMENTS', 'There is no such provider any more; choose another model.');
  };
  return {
    'models:look': () => ({ at: Date.now(), found: [] }),
    'models:add': gone,
    'models:add-program': gone,
    'models:approve': gone,
    'models:set': gone,
    'models:remove': () => ({}),
    'models:check': gone,
    'models:list': () => ({ models: [] }),
    'models:choose': () => ({}),
    'models:test': gone,
    'models:stop-test': () => ({}),
    'models:tests': () => ({ tests: [] }),
    'models:start': gone,
    'models:stop': gone,
    'models:restart': gone,
    'models:log': () => ({ path: '/home/ana/.pilothouse/logs/models/none.log', lines: [] }),
    'models:download': gone,
    'models:usage': () => ({ usage: [] }),
    'models:prices': () => ({ currency: 'USD', prices: [] }),
    'models:set-price': () => ({}),
    'models:set-currency': () => ({}),
  };
}
