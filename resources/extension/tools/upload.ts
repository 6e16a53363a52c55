// upload_image and file_upload: hand a picture or files to a page. The bytes come with the call, because no extension may read files.
import { isRecord } from '../../../contract/json.ts';
import { ToolError } from '../tool-error.ts';
import { readPoint } from './aim-names.ts';
import { expectSpot } from './expected-elements.ts';
import { type KeptImage, keptImage } from './kept-images.ts';
import { beginAct, outcomeOf, outcomeResult } from './outcome.ts';
import { onElement, readTarget } from './target.ts';
import { type Arguments, readString, type Tool, type ToolContext, type ToolResult } from './tool.ts';
import { Patience, whenReady } from './when-ready.ts';
import type { Target } from '../page/element-refs.ts';
import type { GivenFile } from '../page/put-files.ts';

const maxNameChars = 200;
/** Names no element: a coordinate does. */
const nothing: Target = { ref: '', selector: '' };

export const uploadImage: Tool = async (args, context) => {
  const imageId = readString(args, 'imageId');
  const sent = readString(args, 'data');
  const image = imageId === null ? null : keptImage(imageId);
  if (imageId !== null && !image)
    throw new ToolError(
      'ERR_INVALID_ARGUMENTS',
      `${JSON.stringify(imageId)} is no picture that is kept; take a screenshot and send its imageId.`,
    );
  if (image) await expectReadable(image, context);
  const data = image?.data ?? sent;
  if (!data) throw new ToolError('ERR_INVALID_ARGUMENTS', 'upload_image needs the imageId of a screenshot, or data.');
  const type = image?.mimeType ?? readString(args, 'mimeType') ?? 'image/png';
  const name = readString(args, 'filename') ?? `image.${type.replace(/^image\//, '').replace('jpeg', 'jpg')}`;
  return handOver(args, context, [{ name: fileName(name), type, data }]);
};

/** A picture is as good as the page and the frames that it shows, also when its taker may read one of them no more. */
async function expectReadable({ origins }: KeptImage, { page, covers }: ToolContext): Promise<void> {
  const others = origins.filter(origin => origin !== page.origin);
  const covered = others.length > 0 ? await covers(others, 'picture') : new Set<string>();
  const denied = others.filter(origin => !covered.has(origin));
  if (denied.length === 0) return;
  throw new ToolError(
    'ERR_PERMISSION_DENIED',
    `That picture shows ${denied.join(' and ')}, which this agent may not take pictures of now; send another one.`,
  );
}

/** The hub has put `files` in the place of the paths. */
export const fileUpload: Tool = (args, context) => {
  const files = Array.isArray(args.files) ? args.files.filter(isGivenFile) : [];
  if (files.length === 0) throw new ToolError('ERR_INVALID_ARGUMENTS', 'file_upload needs paths of files.');
  return handOver(args, context, files);
};

/** To a field, or as a drop, where `args` says. */
export async function handOver(
  args: Arguments,
  context: ToolContext,
  files: readonly GivenFile[],
): Promise<ToolResult> {
  const target = readTarget(args) ?? nothing;
  const place = target === nothing ? readPoint(args, 'coordinate') : { x: 0, y: 0 };
  if (!place)
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'Files need a ref, a CSS selector or a coordinate [x, y] to go to.');
  const patience = new Patience(args, context);
  // Also brings the library to a page that has none yet, so that many megabytes are not sent twice.
  const told = await whenReady(args, context, patience, target, 'fileTaker', place);
  if (target === nothing) await expectSpot(context, place);
  const act = beginAct(context);
  const dropped = await onElement({ selector_timeout: 0 }, context, target, 'putFiles', place, files);
  const outcome = await outcomeOf(act);
  if (dropped !== '') return outcomeResult(`${dropped} on ${told}${patience.told}`, outcome);
  const { changes } = outcome;
  const names = files.map(({ name }) => name).join(', ');
  // Many pages take the files out of their field at once.
  const held = changes?.held === 'nothing' ? `nothing now: its page took ${names}, or refused` : changes?.held || names;
  const done = `The field holds ${held}${patience.told}`;
  return outcomeResult(done, { ...outcome, changes: changes && { ...changes, state: [] } });
}

/** What a page sees is a name and never a path. */
function fileName(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? '').slice(0, maxNameChars) || 'image';
}

function isGivenFile(value: unknown): value is GivenFile {
  return isRecord(value) && [value.name, value.type, value.data].every(part => typeof part === 'string');
}
