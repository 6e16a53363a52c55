// The home of this user in a text of a bundle becomes that of whoever runs it; the name of this user is nobody's.
const letterOption = /(?:^|[\s"'=,;])-\w$/;

/** What is not there yet, or stands within another text, lies in the home of whoever runs it. */
export function anyHome(text: string, homeDir: string): string {
  if (homeDir.length < 2) return text;
  return text.replace(patternOf(homeDir), (home: string, at: number) => {
    const before = text.slice(0, at);
    // `-I/home/ann` is an option with its value, and `/mnt/home/ann` another folder.
    const isWithin = /[\w.-]$/.test(before) && !letterOption.test(before);
    return isWithin || /^[\w.-]/.test(text.slice(at + home.length)) ? home : '${HOME}';
  });
}

/** Under Windows case tells no folders apart, and both strokes part them. */
function patternOf(homeDir: string): RegExp {
  const isWindows = /^(?:[a-z]:[\\/]|\\\\)/i.test(homeDir);
  if (!isWindows) return new RegExp(literal(homeDir), 'g');
  return new RegExp(homeDir.split(/[\\/]/).map(literal).join(String.raw`[\\/]`), 'gi');
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
