// What models of chat templates leave in their text, and marking what comes from outside as data before a model reads it.

const templateTokens = [
  /<\|start_header_id\|>[^<]{0,100}<\|end_header_id\|>/g,
  /<\|(?:eot_id|end_of_text|begin_of_text|im_end|im_start|eom_id|python_tag|endoftext|assistant|user|system|end)\|>/g,
  /<\/?s>/g,
  /\[\/?INST\]/g,
];

/** Without the tokens of chat templates that local models sometimes write. */
export function withoutTemplateTokens(text: string): string {
  return templateTokens.reduce((left, pattern) => left.replace(pattern, ''), text).trim();
}

/** A server that fills templates would read these as the end of the message: none of them may come out of a tool or a file. */
export function withoutTemplateForms(text: string): string {
  return text
    .replace(/<\|/g, '< |')
    .replace(/<([|｜])/g, '< $1')
    .replace(/<(\/?s|bos|eos|start_of_turn|end_of_turn)>/g, '< $1>')
    .replace(/<<(\/?SYS)>>/g, '< <$1>>')
    .replace(/\[(\/?INST)\]/g, '[ $1]');
}

/** `mark` is new for each conversation, so that nothing outside can write the line that ends the data. */
export function asData(from: string, text: string, mark: string): string {
  const name = withoutTemplateForms(from.replace(/[\r\n\]]+/g, ' '));
  return `[data ${mark} from ${name}]\n${withoutTemplateForms(text)}\n[end of data ${mark}]`;
}
