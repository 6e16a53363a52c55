// read_network_requests: the requests that a tab made since an agent first used it, as JSON.
import { clearRequests, requestsOf, type NetworkRequest } from './network-log.ts';
import { type Arguments, readNumber, readString, type Tool, textResult } from './tool.ts';

export const readNetwork: Tool = async (args, { tabId }) => {
  const limit = readNumber(args, 'limit', 100, 1, 300);
  const urlPattern = readString(args, 'urlPattern') ?? '';
  const all = requestsOf(tabId);
  const wanted = all.filter(request => request.url.includes(urlPattern) && isWanted(request, args));
  // The newest are the ones that the last action caused.
  const requests = wanted.slice(-limit);
  if (args.clear === true) clearRequests(tabId);
  return textResult(JSON.stringify({ requests, total: all.length, filtered: wanted.length }));
};

function isWanted({ type, status, error }: NetworkRequest, args: Arguments): boolean {
  if (typeof args.type === 'string' && args.type !== '' && args.type !== type) return false;
  switch (args.status) {
    case undefined:
    case null:
    case '':
      return true;
    case 'error':
      return error !== '' || status >= 400;
    default:
      return String(status) === String(args.status);
  }
}
