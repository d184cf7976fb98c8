export type Theme = 'light' | 'dark';

/** The reader's system decides until the button is pressed; the choice lasts as long as the page is open. */
export function createTheme(onChange: (theme: Theme) => void) {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  let chosen: Theme | undefined;
  const current = (): Theme => chosen ?? (system.matches ? 'dark' : 'light');
  const apply = () => {
    document.documentElement.dataset.theme = current();
    onChange(current());
  };
  system.addEventListener('change', apply);
  document.documentElement.dataset.theme = current();
  return {
    current,
    toggle() {
      chosen = current() === 'dark' ? 'light' : 'dark';
      apply();
    },
  };
}
