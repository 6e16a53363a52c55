// What a form sends to the hub: whether it is under way, and the hub's sentence where it was refused.
import { useState } from 'react';
import { errorSentence } from '../link/panel-error.ts';

export function useSending() {
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** Resolves with undefined when the hub refused. */
  const send = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true);
    setSaid(null);
    try {
      return await work();
    } catch (error) {
      setSaid(errorSentence(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { said, setSaid, busy, send };
}
