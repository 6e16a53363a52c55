// The panel's requests about the trace; `panel-requests.ts` takes them in.
import { z } from 'zod';
import { figureSides, maxValues, maxWindow, maxWordChars } from '../trace-bounds.ts';
import { valueFields } from '../trace-fields.ts';
import {
  TraceFilterSchema,
  TracePayloadSchema,
  TracePinsSchema,
  TraceValuesSchema,
  TraceWindowSchema,
} from './trace.ts';
import {
  ExportAskSchema,
  ExportPieceSchema,
  ImportedLinesSchema,
  PreviewAskSchema,
  PreviewPieceSchema,
  RecordingsSchema,
  RelatedEntriesSchema,
  ReplayedSchema,
  ReplayPlanSchema,
  TraceFiguresSchema,
} from './trace-tools.ts';

const done = z.object({}).strict();
const nothing = z.object({}).strict();
const seq = z.number().int();
const importId = z.number().int().min(1);
/** What reads a trace reads the live one, or with an `importId` one that was read from a file. */
const ofTrace = { importId: importId.optional() };

export const traceRequests = {
  /** `from: -1` asks for the newest `count` matching entries. */
  'trace:window': {
    params: z.object({
      ...ofTrace,
      filter: TraceFilterSchema,
      /** Number of the first entry wanted among the matching ones, oldest is 0. */
      from: z.number().int().min(-1),
      count: z.number().int().min(1).max(maxWindow),
      /** As if nothing had come after this entry: a paused view stays as it is. */
      until: seq.optional(),
      /** The window around this entry, instead of the one at `from`. */
      near: seq.optional(),
      /** The window around this moment, in milliseconds since the epoch. */
      nearAt: z.number().optional(),
    }),
    result: TraceWindowSchema,
  },
  /** The different values of a field among the entries kept, those that hold `text`, in whatever case. */
  'trace:values': {
    params: z.object({
      ...ofTrace,
      field: z.enum(valueFields),
      text: z.string().max(maxWordChars).default(''),
      count: z.number().int().min(1).max(maxValues),
    }),
    result: TraceValuesSchema,
  },
  'trace:payload': { params: z.object({ ...ofTrace, seq }), result: TracePayloadSchema },
  /** The call that an entry belongs to, from its first entry on. */
  'trace:related': { params: z.object({ ...ofTrace, seq }), result: RelatedEntriesSchema },
  'trace:figures': {
    params: z.object({
      ...ofTrace,
      filter: TraceFilterSchema.default({ text: '' }),
      side: z.enum(figureSides),
      /** As if nothing had come after this entry. */
      until: seq.optional(),
    }),
    result: TraceFiguresSchema,
  },
  'trace:export-preview': { params: PreviewAskSchema.extend(ofTrace), result: PreviewPieceSchema },
  'trace:export': { params: ExportAskSchema.extend(ofTrace), result: ExportPieceSchema },

  /** Keeps an entry and its payload, or lets it go. Refused when the entry is not kept any more, or 50 are pinned. */
  'trace:pin': { params: z.object({ seq, on: z.boolean() }), result: done },
  'trace:pins': { params: z.object(ofTrace), result: TracePinsSchema },

  'trace:replay-plan': { params: z.object({ seq }), result: ReplayPlanSchema },
  /** Sends it as the user's own call, through every gate and past no deny. What acts is refused unless it was confirmed. */
  'trace:replay': {
    params: z.object({
      seq,
      /** In place of those of the plan. */
      params: z.record(z.string(), z.unknown()).optional(),
      confirmed: z.boolean().default(false),
    }),
    result: ReplayedSchema,
  },

  /** Room for the entries of a file. It is gone with the panel, and with the next but one import. */
  'trace:import-begin': { params: nothing, result: z.object({ importId }) },
  /** Whole lines: entries of the formats `jsonl`, `har` and `otlp`. Those that cannot be read are counted and left out. */
  'trace:import-lines': {
    params: z.object({ importId, text: z.string().max(4_000_000) }),
    result: ImportedLinesSchema,
  },
  'trace:import-end': { params: z.object({ importId }), result: done },

  /** Every entry from now on goes to a file until it is switched off or the hub ends; a start of the hub finds it off. */
  'trace:record': { params: z.object({ on: z.boolean() }), result: done },
  'trace:recordings': { params: nothing, result: RecordingsSchema },
  /** Deletes all files but the one that is being written. */
  'trace:forget-recordings': { params: nothing, result: done },
} as const;

export type TraceRequestName = keyof typeof traceRequests;
export type TraceParams<N extends TraceRequestName> = z.output<(typeof traceRequests)[N]['params']>;
export type TraceResult<N extends TraceRequestName> = z.output<(typeof traceRequests)[N]['result']>;
