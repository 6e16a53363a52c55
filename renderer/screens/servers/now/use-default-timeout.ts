// How long a call may take at servers that have no time of their own, as it is set under Settings.
import { useRequest } from '../../../parts/use-request.ts';

/** In milliseconds; null while it is not known. */
export function useDefaultTimeout(wanted = true): number | null {
  const asked = useRequest(wanted ? 'limits' : null, link => link.request('limits:get', {}));
  return asked.kind === 'there' ? asked.value.limits.defaultTimeoutMs : null;
}
