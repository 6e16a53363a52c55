// What the page had registered and a hub that came anew has refused: the event `agent-registration-lost` of the window tells it, with the
// `type` of the request that registered it, the `id` by which the page knows it, and the `error`.
import { forgetLost } from './agents.ts';
import { dispatch, freeze, OwnEvent } from './captured.ts';
import { toldError } from './errors.ts';
import { hear } from './messages.ts';
import { own } from './values.ts';

export function startLostRegistrations(): void {
  hear('lost', told => {
    const type = own(told, 'type');
    const id = own(told, 'id');
    forgetLost(type, id);
    const detail = freeze({ type, id, error: toldError(own(told, 'error')) });
    dispatch(window, new OwnEvent('agent-registration-lost', { detail }));
  });
}
