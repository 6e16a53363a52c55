// The currency of the user's prices.
import { useRequest } from '../../parts/use-request.ts';

export function useCurrency(): string {
  const asked = useRequest('currency', link => link.request('models:prices', {}));
  return asked.kind === 'there' ? asked.value.currency : 'USD';
}
