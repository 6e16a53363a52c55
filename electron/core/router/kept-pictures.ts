// `save_to_disk` of a picture: the browser is not told of it, and the hub writes what came before anything of it is scaled.
import { reasonOf } from '../../../contract/reason.ts';
import { inEnglish } from '../../../words/english.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { SavedPictures } from '../images/saved-pictures.ts';
import type { BrowserTool } from '../tools/browser-tool.ts';

const flag = 'save_to_disk';

export interface WantedPicture {
  readonly isKept: boolean;
  /** The call as a browser gets it. */
  readonly params: ToolCallParams;
}

export function wantedPicture({ name }: BrowserTool, params: ToolCallParams): WantedPicture {
  if (name !== 'computer' || !params.arguments || !Object.hasOwn(params.arguments, flag))
    return { isKept: false, params };
  const { [flag]: wanted, ...args } = params.arguments;
  return { isKept: wanted === true, params: { ...params, arguments: args } };
}

/** The same, with a text that says where each picture lies; what cannot be written is said too, because the call has been made. */
export async function withSavedPictures(
  result: ToolResult,
  pictures: Pick<SavedPictures, 'save'>,
): Promise<ToolResult> {
  if (result.isError) return result;
  const images = result.content.filter(({ type, data }) => type === 'image' && typeof data === 'string');
  const said: string[] = [];
  for (const { data, mimeType } of images)
    said.push(
      await pictures.save(String(data), String(mimeType)).then(
        file => `saved as ${file}`,
        (error: unknown) => `The picture was not saved: ${inEnglish(reasonOf(error))}`,
      ),
    );
  if (said.length === 0) said.push(`Nothing was saved: ${flag} is of a picture, and this answer has none.`);
  return { ...result, content: [...result.content, ...said.map(text => ({ type: 'text', text }))] };
}
