// read_network_requests: the requests that a tab made since an agent first used it, as JSON.
import { clearRequests, type KnownRequests, type NetworkRequest, requestsOf, untilTold } from './network-log.ts';
import { readableOrigins } from './readable-origins.ts';
import { type Arguments, readNumber, readString, type Tool, type ToolContext, textResult } from './tool.ts';

export const readNetwork: Tool = async (args, context) => {
  const { tabId } = context;
  const limit = readNumber(args, 'limit', 100, 1, 300);
  const urlPattern = readString(args, 'urlPattern') ?? '';
  await untilTold(tabId, context.signal);
  const known = requestsOf(tabId);
  const { readable: all, withheld } = await readableOf(known.requests, context);
  const wanted = all.filter(request => request.url.includes(urlPattern) && isWanted(request, args));
  // The newest are the ones that the last action caused.
  const withHeaders = args.includeHeaders === true;
  const requests = wanted
    .slice(-limit)
    .map(({ origin: _, headers, ...request }) => ({ ...request, ...(withHeaders && { responseHeaders: headers }) }));
  if (args.clear === true) clearRequests(tabId);
  const counts = { total: all.length, filtered: wanted.length, ...withheld };
  return textResult(JSON.stringify({ requests, ...counts, ...unknownOf(known) }));
};

/** What is told of those that are not known; nothing where all are. */
function unknownOf({ dropped, since }: KnownRequests) {
  const note = since !== null && {
    note: `Requests before ${new Date(since).toISOString()} are not known; reload the page to see all of them.`,
  };
  return { ...(dropped > 0 && { dropped }), ...note };
}

/** The tab may have shown pages that this agent may not read, and holds frames of others. */
async function readableOf(
  all: readonly NetworkRequest[],
  { page, covers }: ToolContext,
): Promise<{ readable: NetworkRequest[]; withheld: { withheld?: number } }> {
  const readable = await readableOrigins(
    all.map(({ origin }) => origin),
    page,
    covers,
  );
  const kept = all.filter(({ origin }) => readable.has(origin));
  return { readable: kept, withheld: kept.length < all.length ? { withheld: all.length - kept.length } : {} };
}

function isWanted({ type, status, error }: NetworkRequest, args: Arguments): boolean {
  if (typeof args.type === 'string' && args.type !== '' && args.type !== type) return false;
  switch (args.status) {
    case undefined:
    case null:
    case '':
      return true;
    case 'error':
      return error !== '' || status >= 400;
    case 'pending':
      return error === '' && status === 0;
    case 'completed':
      return status !== 0;
    default:
      return String(status) === String(args.status);
  }
}
