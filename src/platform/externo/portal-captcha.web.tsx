import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '#kit/client/client.web.ts';
import type { PortalCaptcha } from './portal-start.ts';
import { usePortal } from './portal-state.web.tsx';
import { Notice } from './portal-ui.web.tsx';
import { solvePuzzle } from './puzzle.web.ts';

const NOT_LOADED = 'A verificação contra robôs não carregou. Confira a conexão e recarregue a página.';

/** The program of a captcha, as reCAPTCHA, hCaptcha and Turnstile all have it. */
interface Program {
  render(place: HTMLElement, settings: Readonly<Record<string, unknown>>): unknown;
  reset(widget: unknown): void;
}

interface Loaded extends Window {
  grecaptcha?: Program;
  hcaptcha?: Program;
  turnstile?: Program;
  portalCaptcha?: () => void;
}

let loading: Promise<Program> | undefined;

function load(address: string): Promise<Program> {
  loading ??= new Promise<Program>((done, fail) => {
    const page = window as Loaded;
    page.portalCaptcha = () => {
      const program = page.hcaptcha ?? page.turnstile ?? page.grecaptcha;
      if (program) done(program);
      else fail(new Error('the captcha has no program'));
    };
    const script = document.createElement('script');
    const url = new URL(address);
    url.searchParams.set('onload', 'portalCaptcha');
    url.searchParams.set('render', 'explicit');
    url.searchParams.set('hl', 'pt-BR');
    script.src = url.href;
    script.onerror = () => {
      loading = undefined;
      script.remove();
      fail(new Error('the captcha was not loaded'));
    };
    document.head.append(script);
  });
  return loading;
}

interface Robot {
  /** begins what can be done while the form is filled in */
  begin(): void;
  /** what shows that a person sends the form; it counts once */
  proof(): Promise<string>;
  /** stands in the form; nothing where the puzzle is solved unseen */
  widget: ReactNode;
}

/** The bot check of a form: the puzzle, or the captcha of which the installation has keys. */
export function useRobot(): Robot {
  const { captcha } = usePortal();
  const puzzle = useRef<Promise<string>>(undefined);
  const token = useRef('');
  const again = useRef<() => void>(undefined);
  if (!captcha)
    return {
      begin() {
        puzzle.current ??= solvePuzzle();
        puzzle.current.catch(() => undefined);
      },
      async proof() {
        const solution = puzzle.current ?? solvePuzzle();
        puzzle.current = undefined;
        return solution;
      },
      widget: null,
    };
  return {
    begin: () => undefined,
    async proof() {
      const given = token.current;
      if (given === '')
        throw new ApiError(400, 'DADOS_INVALIDOS', '', [{ field: 'recaptcha', message: 'Confirme que você não é um robô.' }]);
      token.current = '';
      again.current?.();
      return given;
    },
    widget: <Widget captcha={captcha} token={token} again={again} />,
  };
}

function Widget({
  captcha: { chave, programa },
  token,
  again,
}: {
  captcha: PortalCaptcha;
  /** what the person has been given */
  token: RefObject<string>;
  /** asks anew, since a token counts once */
  again: RefObject<(() => void) | undefined>;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    // A place of its own for each drawing: the program keeps what it has drawn into.
    const box = document.createElement('div');
    place.current?.append(box);
    load(programa).then(
      (program) => {
        const widget = program.render(box, {
          sitekey: chave,
          theme: document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light',
          callback: (given: string) => {
            token.current = given;
          },
          'expired-callback': () => {
            token.current = '';
          },
        });
        again.current = () => program.reset(widget);
      },
      () => setIsLost(true),
    );
    return () => box.remove();
  }, [chave, programa, token, again]);
  return (
    <>
      <div ref={place} className="p-captcha" />
      {isLost && <Notice bad>{NOT_LOADED}</Notice>}
    </>
  );
}
