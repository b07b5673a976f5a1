# An SMSC on Perl's Net::SMPP, for smsc_peer.ts: a port on loopback, and one session at a time. It
# writes what it hears as lines of JSON, with texts as Perl's own Encode reads them, and does what
# lines of JSON on its standard input ask for.
use strict;
use warnings;
use Encode qw(decode);
use IO::Select;
use JSON::PP;
use Net::SMPP;

binmode STDOUT, ':raw';
$| = 1;
my $json = JSON::PP->new->utf8->canonical;

my $listener = Net::SMPP->new_listen('127.0.0.1', port => 0) or die "cannot listen: $!";
report(port => $listener->sockport);

my $select = IO::Select->new($listener, \*STDIN);
my ($session, $responses, $ids, $typed) = (undef, {}, 0, '');

my %CODING = (0 => 'gsm0338', 3 => 'iso-8859-1', 8 => 'UTF-16BE');
my @MANDATORY = qw(system_id password system_type interface_version service_type source_addr_ton
    source_addr_npi source_addr dest_addr_ton dest_addr_npi destination_addr esm_class protocol_id
    validity_period registered_delivery data_coding message_id);

sub report { print $json->encode({@_}), "\n" }

sub hang_up {
    $select->remove($session);
    close $session;
    undef $session;
    report(heard => 'end');
}

# The user data header as hexadecimal digits, and what follows as text.
sub contents {
    my ($pdu) = @_;
    my $octets = $pdu->{message_payload} // $pdu->{short_message};
    return () if !defined $octets;
    my $header = '';
    $header = substr $octets, 0, 1 + ord $octets, '' if $pdu->{esm_class} & 0x40;
    my $text = decode($CODING{ $pdu->{data_coding} }, $octets, Encode::FB_CROAK);
    return (header => unpack('H*', $header), text => $text);
}

sub hear {
    my ($pdu) = @_;
    my %mandatory = map { ($_ => $pdu->{$_}) } grep { defined $pdu->{$_} } @MANDATORY;
    my %optional = map { ($_ => unpack 'H*', $pdu->{$_}) } grep { /^\d+$/ } keys %$pdu;
    report(heard => $pdu->explain_cmd, status => $pdu->{status}, seq => $pdu->{seq}, mandatory => \%mandatory,
        optional => \%optional, contents($pdu));
}

sub respond {
    my ($pdu) = @_;
    my $command = $pdu->explain_cmd;
    my @same = (seq => $pdu->{seq});
    if ($command =~ /^bind_\w+er$/) {
        my $method = "${command}_resp";
        $session->$method(@same, system_id => 'perl', status => $responses->{bind} // 0);
    } elsif ($command eq 'submit_sm') {
        return if $responses->{silent};
        my $status = $responses->{submit} // 0;
        $session->submit_sm_resp(@same, status => $status,
            message_id => $status ? '' : sprintf '%08X', 255 + $ids++);
    } elsif ($command eq 'enquire_link') {
        $session->enquire_link_resp(@same);
    } elsif ($command eq 'unbind') {
        $session->unbind_resp(@same);
    }
}

sub read_session {
    my $pdu = do {
        local $SIG{__WARN__} = sub { };    # it warns at every end of a connection
        $session->read_pdu;
    };
    return hang_up() if !defined $pdu;
    hear($pdu);
    respond($pdu);
}

sub obey {
    my ($order) = @_;
    $responses = $order->{responses} if $order->{responses};
    hang_up() if $order->{hangUp} && $session;
    if (my $delivery = $order->{deliver}) {
        my %fields = %$delivery;
        $fields{$_} = pack 'H*', $fields{$_}
            for grep { exists $fields{$_} } qw(short_message message_payload message_state);
        $session->deliver_sm(%fields, async => 1);
    } elsif ($order->{ask}) {
        my $method = $order->{ask};
        $session->$method(async => 1);
    }
}

while (1) {
    for my $ready ($select->can_read) {
        if ($ready == $listener) {
            hang_up() if $session;
            $session = $listener->accept or next;
            $select->add($session);
        } elsif (defined $session && $ready == $session) {
            read_session();
        } elsif ($ready == \*STDIN) {
            sysread STDIN, $typed, 65536, length $typed or exit;
            while ($typed =~ s/^(.*)\n//) { obey($json->decode($1)) }
        }
    }
}
