// What a page is answered while no hub takes its requests. What the companion can do alone has its place here.
import { PageFault } from './page-fault.ts';

export interface AskedAlone {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Throws ERR_SERVER_UNAVAILABLE for what needs a hub. */
export function answerWithoutHub({ type }: AskedAlone): Promise<unknown> {
  const remedy = 'start Pilothouse, or connect and approve this browser there, then try again';
  return Promise.reject(
    new PageFault('ERR_SERVER_UNAVAILABLE', `Pilothouse is not connected, so ${type} cannot be answered; ${remedy}.`),
  );
}
