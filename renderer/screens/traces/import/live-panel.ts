// The panel of the living trace, for what looks at two traces at a time.
import { createContext } from 'react';
import type { Panel } from '../../../parts/panel-context.tsx';

export const LivePanel = createContext<Panel | null>(null);
