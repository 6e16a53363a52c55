// The panel's requests about replay, figures, export, import and recording of the trace; `panel-requests.ts` takes them in.
import { z } from 'zod';
import { maxWindow } from '../trace-bounds.ts';
import {
  maxValues,
  TraceFilterSchema,
  TracePayloadSchema,
  TraceValuesSchema,
  TraceWindowSchema,
  valueFields,
} from './trace.ts';
import {
  ExportAskSchema,
  ExportPieceSchema,
  figureSides,
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
const seq = z.number().int();
const importId = z.number().int().min(1);
const FiguresAskSchema = z.object({ filter: TraceFilterSchema.default({ text: '' }), side: z.enum(figureSides) });

export const traceToolRequests = {
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

  /** The call that an entry belongs to, from its first entry on. */
  'trace:related': { params: z.object({ seq }), result: RelatedEntriesSchema },

  'trace:figures': { params: FiguresAskSchema, result: TraceFiguresSchema },

  'trace:export-preview': { params: PreviewAskSchema, result: PreviewPieceSchema },
  'trace:export': { params: ExportAskSchema, result: ExportPieceSchema },

  /** Room for the entries of a file. It is gone with the panel, and with the next but one import. */
  'trace:import-begin': { params: z.object({}).strict(), result: z.object({ importId }) },
  /** Whole lines: entries of the formats `jsonl`, `har` and `otlp`. Those that cannot be read are counted and left out. */
  'trace:import-lines': {
    params: z.object({ importId, text: z.string().max(4_000_000) }),
    result: ImportedLinesSchema,
  },
  'trace:import-end': { params: z.object({ importId }), result: done },
  /** As the requests of the same names without `imported-`. */
  'trace:imported-window': {
    params: z.object({
      importId,
      filter: TraceFilterSchema,
      from: z.number().int().min(-1),
      count: z.number().int().min(1).max(maxWindow),
      until: seq.optional(),
      near: seq.optional(),
      nearAt: z.number().optional(),
    }),
    result: TraceWindowSchema,
  },
  'trace:imported-payload': { params: z.object({ importId, seq }), result: TracePayloadSchema },
  'trace:imported-values': {
    params: z.object({
      importId,
      field: z.enum(valueFields),
      text: z.string().max(200).default(''),
      count: z.number().int().min(1).max(maxValues),
    }),
    result: TraceValuesSchema,
  },
  'trace:imported-related': { params: z.object({ importId, seq }), result: RelatedEntriesSchema },
  'trace:imported-figures': { params: FiguresAskSchema.extend({ importId }), result: TraceFiguresSchema },
  'trace:imported-export-preview': { params: PreviewAskSchema.extend({ importId }), result: PreviewPieceSchema },
  'trace:imported-export': { params: ExportAskSchema.extend({ importId }), result: ExportPieceSchema },

  /** Every entry from now on goes to a file until it is switched off or the hub ends; a start of the hub finds it off. */
  'trace:record': { params: z.object({ on: z.boolean() }), result: done },
  'trace:recordings': { params: z.object({}).strict(), result: RecordingsSchema },
  /** Deletes all files but the one that is being written. */
  'trace:forget-recordings': { params: z.object({}).strict(), result: done },
} as const;
