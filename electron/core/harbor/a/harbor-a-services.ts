// What those who answer the extension of the first generation may use of the hub.
import type { HarborServices } from '../harbor-services.ts';
import type { HarborAParts } from './harbor-a-parts.ts';

export interface HarborAServices extends Omit<HarborServices, 'harborA'>, HarborAParts {}
