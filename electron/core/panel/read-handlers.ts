// What the user takes from servers for the field of a chat, asked for as the user's own call, and the links that the user opens.
import { hubError } from '../../../words/hub-error.ts';
import { prefixedPrompt, prefixedUri } from '../gateway/resource-names.ts';
import type { PanelAsker, PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

type ReadRequest = 'servers:prompt' | 'servers:resource' | 'links:open';
type Services = Pick<PanelServices, 'userCalls' | 'mask' | 'openLink'>;

export function createReadHandlers({ userCalls, mask, openLink }: Services): Pick<PanelHandlers, ReadRequest> {
  const ask = async (method: string, params: object, { gone }: PanelAsker) => {
    const answer = await userCalls.call({ method, params, signal: gone });
    return { answer: { ...answer, result: mask.value(answer.result ?? null) } };
  };
  return {
    'servers:prompt': ({ serverId, name, arguments: given }, asker) =>
      ask('prompts/get', { name: prefixedPrompt(serverId, name), arguments: given }, asker),
    'servers:resource': ({ serverId, uri }, asker) => ask('resources/read', { uri: prefixedUri(serverId, uri) }, asker),
    'links:open': async ({ address }) => {
      if (!openLink) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'only-desktop-opens' });
      await openLink(address);
      return {};
    },
  };
}
