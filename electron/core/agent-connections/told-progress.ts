// The progress that an agent is told of its requests: what servers report and, while one waits, the hub's own word on what it waits for.
import { isRecord } from '../../../contract/json.ts';
import type { MessageId } from '../../../contract/schemas/messages.ts';
import type { IncomingRequest, Waiting } from '../wire/incoming-request.ts';

type Tell = (params: Record<string, unknown>, request: IncomingRequest) => void;

interface Told {
  /** Null until anything was told. */
  last: number | null;
  /** Of the last that was told. */
  total: unknown;
}

/** Programs give up what they hear nothing of after a minute, some after half of it. */
const paceMs = 5_000;
/** MCP "Progress": each is more than the one before. The hub's own words count for nothing beside the steps of a server. */
const least = 2 ** -20;

export class ToldProgress {
  readonly #tell: Tell;
  /** Requests whose agent asked for progress. */
  readonly #open = new Map<MessageId, Told>();

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /**
   * Null for a request whose agent did not ask for progress. Until `ended` its agent hears what it waits for. `hub` is what the hub of the
   * agent calls this one, null for an agent of this machine.
   */
  begin(
    request: IncomingRequest,
    hub: string | null,
  ): { readonly waits: (waiting: Waiting) => void; readonly ended: () => void } | null {
    const { id, signal } = request;
    const progressToken = tokenOf(request.params);
    if (progressToken === undefined || id === undefined) return null;
    const told: Told = { last: null, total: undefined };
    this.#open.set(id, told);
    let timer: NodeJS.Timeout | undefined;
    const tell = (message: string) => {
      if (signal.aborted) return clearInterval(timer);
      const { total } = told;
      this.#tell({ progressToken, progress: 0, ...(total !== undefined && { total }), message }, request);
    };
    return {
      waits: waiting => {
        clearInterval(timer);
        if (waiting === 'target') return;
        const message = sentence(waiting, hub);
        timer = setInterval(tell, paceMs, message);
        tell(message);
      },
      ended: () => {
        clearInterval(timer);
        if (this.#open.get(id) === told) this.#open.delete(id);
      },
    };
  }

  /** The params as they go out: beyond what was told before. */
  passed(params: unknown, id: MessageId | undefined): unknown {
    const told = id === undefined ? undefined : this.#open.get(id);
    if (!told || !isRecord(params) || typeof params.progress !== 'number') return params;
    const { last } = told;
    const isBeyond = last === null || params.progress > last;
    const progress = isBeyond ? params.progress : last + Math.max(least, Math.abs(last) * 2 ** -50);
    told.last = progress;
    told.total = params.total;
    return isBeyond ? params : { ...params, progress };
  }
}

function tokenOf(params: unknown): string | number | undefined {
  const token = isRecord(params) && isRecord(params._meta) ? params._meta.progressToken : undefined;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

function sentence(waiting: Exclude<Waiting, 'target'>, hub: string | null): string {
  const whom = hub === null ? 'the user of Pilothouse' : `the owner of the hub ${hub}`;
  switch (waiting) {
    case 'question':
      return `Waiting for ${whom}, who is asked whether this may run.`;
    case 'pause':
      return `Waiting for ${whom}, who has paused it.`;
    case 'turn':
      return `Waiting for its turn at the server${hub === null ? '' : ` on the hub ${hub}`}.`;
  }
}
