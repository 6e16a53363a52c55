// The table of what is answered without a hub has this form.
import type { PageMemberName } from '../../../../contract/web-agent.ts';
import type { AskedAlone } from './asked-alone.ts';

export type AloneHandlers = Partial<Readonly<Record<PageMemberName, (asked: AskedAlone) => Promise<unknown>>>>;
