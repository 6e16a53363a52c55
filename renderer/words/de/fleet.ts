// The German texts of the screen "fleet".
export const fleet: Readonly<Record<string, string>> = {
  Fleet: 'Flotte',
};
