import { StandardForm } from '#kit/record/registry-form.web.tsx';
import type { FormPageProps } from '#kit/registry/view.web.tsx';
import { useSession } from '#platform/session/session.web.tsx';

/** A new user has an access to the present company at once: only the profile is to be chosen. */
export function UsuarioForm(props: FormPageProps) {
  const { empresa } = useSession();
  const begin = (copied?: Readonly<Record<string, unknown>>) =>
    copied ?? { acessos: empresa ? [{ empresa: { id: empresa.id, nome: empresa.nome }, perfil: null }] : [] };
  return <StandardForm {...props} view={{ ...props.view, begin }} />;
}
