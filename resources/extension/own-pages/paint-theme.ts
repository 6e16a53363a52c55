// Dark or light as the system is, from before anything is drawn.

export function paintTheme(): void {
  const light = matchMedia('(prefers-color-scheme: light)');
  const paint = () => {
    document.documentElement.dataset.theme = light.matches ? 'light' : 'dark';
  };
  paint();
  light.addEventListener('change', paint);
}
