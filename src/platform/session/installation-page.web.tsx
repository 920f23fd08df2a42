import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { PublicFrame } from './frame.web.tsx';
import { useSession } from './session.web.tsx';

const LICENCE = 'https://www.gnu.org/licenses/agpl-3.0.html';

/** `/novaInstalacao/gerarTicket`: what this installation is. Free software has no licence to authenticate (ADR 88). */
export function InstallationPage() {
  const { autenticado, versao, emailSuporte } = useSession();
  return (
    <PublicFrame title="Configuração do Autenticador">
      <Stack>
        <Text>
          Não há autenticador a configurar nem ticket a gerar: o Vínculo é software livre, e esta instalação não depende da
          autorização de ninguém nem expira.
        </Text>
        {versao !== '' && <Text>Versão em uso: {versao}</Text>}
        <Text>
          Licença:{' '}
          <Anchor href={LICENCE} target="_blank" rel="noreferrer" inherit underline="always">
            AGPL-3.0-or-later
          </Anchor>
        </Text>
        <Text>
          Quem usa o programa pela rede tem direito ao código-fonte desta versão, com as alterações que tiver. Peça-o a quem
          mantém a instalação
          {emailSuporte ? (
            <>
              :{' '}
              <Anchor href={`mailto:${emailSuporte}`} inherit underline="always" style={{ overflowWrap: 'anywhere' }}>
                {emailSuporte}
              </Anchor>
            </>
          ) : (
            '.'
          )}
        </Text>
        <Anchor component={Link} to={autenticado ? '/' : '/login'} size="sm" ta="center">
          {autenticado ? 'Voltar à página inicial' : 'Voltar para o login'}
        </Anchor>
      </Stack>
    </PublicFrame>
  );
}
