// The specs whose statements are followed up to a test.
import { spec000Messages } from './spec-000-messages.ts';
import { spec000Places } from './spec-000-places.ts';
import { spec001Host } from './spec-001-host.ts';
import { spec001Messages } from './spec-001-messages.ts';
import { spec002Plugins } from './spec-002-plugins.ts';
import { spec003Bridge } from './spec-003-bridge.ts';
import { spec003Rules } from './spec-003-rules.ts';
import { spec004Messages } from './spec-004-messages.ts';
import { spec004Protocol } from './spec-004-protocol.ts';
import { spec004Rules } from './spec-004-rules.ts';
import type { Spec } from './statement.ts';

export const specs: readonly Spec[] = [
  { number: '000', name: 'Claudezilla', statements: [...spec000Messages, ...spec000Places] },
  { number: '001', name: 'Claude Code’s native host', statements: [...spec001Host, ...spec001Messages] },
  { number: '002', name: 'Harbor’s plugins', statements: spec002Plugins },
  { number: '003', name: 'Harbor’s architecture', statements: [...spec003Bridge, ...spec003Rules] },
  { number: '004', name: 'HTTP with SSE', statements: [...spec004Messages, ...spec004Protocol, ...spec004Rules] },
];
