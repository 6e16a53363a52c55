// A digit of a port in the binary system: 0.
import { entry } from './port-entry.ts';

const place = window as unknown as Record<symbol, number | undefined>;
place[entry] = (place[entry] ?? 0) * 2;
