// What stands where an answer of the hub is not there: a bar while it is on its way, the hub's sentence when it refused.
import { Said } from './sheet.tsx';
import type { RequestState } from './use-request.ts';

export function Unanswered({ asked }: { asked: RequestState<unknown> }) {
  if (asked.kind === 'there') return null;
  if (asked.kind === 'loading') return <span className="ghost-bar m-4" />;
  return (
    <div className="p-4">
      <Said sentence={asked.sentence} />
    </div>
  );
}
