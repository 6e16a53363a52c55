// Which servers a question would get as it is typed, asked for once the typing rests.
import { useEffect, useState } from 'react';
import { useRequest } from '../../parts/use-request.ts';
import type { ChatSource } from '../../../contract/schemas/chat.ts';

const restMs = 400;
/** Fewer letters say nothing. */
const fewest = 3;

interface Typed {
  readonly text: string;
  readonly hasFiles: boolean;
}

/** Null while nothing is typed, and where servers are not picked by words. */
export function useRouted(conversationId: string, typed: Typed, isPicked: boolean): readonly ChatSource[] | null {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = isPicked && rested.text.trim().length >= fewest && typed.text.trim().length >= fewest;
  const key = isAsked ? `route ${conversationId} ${rested.hasFiles} ${rested.text}` : null;
  const asked = useRequest(key, link => link.request('chat:route', { conversationId, ...rested }));
  return isAsked && asked.kind === 'there' ? asked.value.sources : null;
}
