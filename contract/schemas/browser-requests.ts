// The panel's requests about the browsers of this machine; `panel-requests.ts` takes them in.
import { z } from 'zod';
import { manifestHosts } from '../manifests.ts';
import {
  BrowserResultSchema,
  MachineBrowserSchema,
  MachineWideSchema,
  OfferedFolderSchema,
  WhoAnswersSchema,
} from './browsers.ts';
import { ManifestRowSchema } from './manifests.ts';

const nothing = z.object({}).strict();
const done = z.object({}).strict();
const browserId = z.string().min(1).max(200);
const host = z.enum(manifestHosts).default('pilothouse');
/** `MachineBrowser.profiles` has the folders; the browser chooses where none is named. */
const start = z.object({ browserId, profile: z.string().min(1).max(500).optional() });
/** For the whole machine instead of this user: written by root alone, and refused with the command to run by everybody else. */
const system = z.boolean().default(false);

export const browserRequests = {
  /** Every browser that Pilothouse knows, found or not. `browsers:changed` tells when to ask again. */
  'browsers:list': {
    params: nothing,
    result: z.object({ browsers: z.array(MachineBrowserSchema), offered: z.array(OfferedFolderSchema) }),
  },
  /** For each native messaging host; all found browsers when none is named. */
  'browsers:who-answers': {
    params: z.object({ browserId: browserId.optional() }),
    result: z.object({ answers: z.array(WhoAnswersSchema) }),
  },
  /**
   * Asked again and again by a panel that shows the browsers: looks at what no system tells changes of. `againMs` is when to ask
   * again; null where that is not needed.
   */
  'browsers:look': { params: nothing, result: z.object({ againMs: z.number().int().positive().nullable() }) },
  'browsers:start': { params: start, result: done },
  /**
   * Starts the browser, or brings it to the front. `isOpen` is false where it does not open that page by itself: its user has to
   * type `address`.
   */
  'browsers:open-extensions': {
    params: start,
    result: z.object({ isOpen: z.boolean(), address: z.string() }),
  },
  /** A folder that a Chromium browser keeps its profiles in (`--user-data-dir`), as a row of its own from now on. */
  'browsers:add-folder': {
    params: z.object({ folder: z.string().min(1).max(4_000) }),
    result: z.object({ browserId: z.string() }),
  },
  /** Switches it off and forgets it. */
  'browsers:remove-folder': { params: z.object({ browserId }), result: done },

  /** Switches every browser on that is here and off. One that fails does not keep the others from it. */
  'manifests:install-all': { params: nothing, result: z.object({ results: z.array(BrowserResultSchema) }) },
  /** Makes Pilothouse answer there, whatever is in its place: a copy of what others had is kept, and `manifests:uninstall` puts it back. */
  'manifests:repair': { params: z.object({ browserId, host, system }), result: z.object({ row: ManifestRowSchema }) },
  /** Refused where the browser has no place for the whole machine. `browsers:changed` tells when the commands were run. */
  'manifests:machine-wide': { params: z.object({ browserId, host }), result: MachineWideSchema },
} as const;

/** The command line's questions about browsers; `cli.ts` takes them in. */
export const browserQuestions = {
  'browsers:list': { params: nothing.default({}), answer: browserRequests['browsers:list'].result },
  'browsers:who': {
    params: z.object({ browserId: browserId.optional() }).default({}),
    answer: browserRequests['browsers:who-answers'].result,
  },
  /** All that are found when none is named. */
  'browsers:switch': {
    params: z.object({
      act: z.enum(['install', 'repair', 'uninstall']),
      browserId: browserId.optional(),
      host,
      dryRun: z.boolean().default(false),
      replace: z.boolean().default(false),
      system,
    }),
    answer: z.object({ results: z.array(BrowserResultSchema) }),
  },
} as const;
