import { NoMailServer } from '#platform/mail/no-mail-server.web.tsx';
import { useSession } from '#platform/session/session.web.tsx';
import { usuarios } from './usuarios.registry.ts';

/** While no mail server is configured, whoever adds users hands their links over themselves. */
export function SemServidorDeEmail() {
  const { can } = useSession();
  if (!can(`${usuarios.authority}_EDITAR`)) return null;
  return (
    <NoMailServer>
      Não há servidor de e-mail configurado: os convites ficam retidos na Caixa de Saída. Em “Copiar link de acesso”, nas ações do
      usuário, copie o link com que ele cria a senha e entregue a ele.
    </NoMailServer>
  );
}
